/**
 * Caches a function's result per object, for the lifetime of the object. The object must not change: tools and lists are
 * replaced as a whole.
 */
export const cachePerObject = <Of extends object, A>(make: (of: Of) => A): ((of: Of) => A) => onceIf(() => true, make)

/** Like `cachePerObject`, but caches only for deeply frozen objects, and computes the value each time for others. */
export const cachePerFrozenObject = <Of extends object, A>(make: (of: Of) => A): ((of: Of) => A) =>
  onceIf(isAllFrozen, make)

const onceIf = <Of extends object, A>(isConstant: (of: Of) => boolean, make: (of: Of) => A): ((of: Of) => A) => {
  const made = new WeakMap<Of, A>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known
    const one = make(of)
    if (isConstant(of)) made.set(of, one)
    return one
  }
}

const isAllFrozen = (data: unknown): boolean =>
  typeof data !== "object" || data === null || (Object.isFrozen(data) && Object.values(data).every(isAllFrozen))
