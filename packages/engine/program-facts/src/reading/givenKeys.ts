/** Returns the keys that a file gives, without those that it leaves out. */
export const givenKeys = <A extends object>(given: A): { readonly [Name in keyof A]?: Exclude<A[Name], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof A]?: Exclude<A[Name], undefined>
  }
