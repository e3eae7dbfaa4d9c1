/** Removes the keys that a file leaves out. */
export const listGivenKeys = <A extends object>(
  given: A
): { readonly [Name in keyof A]?: Exclude<A[Name], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof A]?: Exclude<A[Name], undefined>
  }
