/**
 * Caches a function's result per object, for the lifetime of the object. The object must not change: tools and lists are
 * replaced as a whole.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { cachePerObject } from "@toolgate/core"
 *
 * let made = 0
 * const describe = cachePerObject(({ name }: { readonly name: string }) => `${name} ${++made}`)
 * const tool = { name: "echo" }
 * assert.deepEqual([describe(tool), describe(tool), describe({ name: "echo" })], ["echo 1", "echo 1", "echo 2"])
 * ```
 */
export const cachePerObject = <Of extends object, A>(make: (of: Of) => A): ((of: Of) => A) => onceIf(() => true, make)

/**
 * Like `cachePerObject`, but caches only for deeply frozen objects, and computes the value each time for others.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { cachePerFrozenObject } from "@toolgate/core"
 *
 * let made = 0
 * const countNames = cachePerFrozenObject((names: ReadonlyArray<string>) => ({ made: ++made, count: names.length }))
 * const fixed = Object.freeze(["a", "b"])
 * assert.equal(countNames(fixed), countNames(fixed))
 * // This list could change, so its count is not cached.
 * const names = ["a", "b"]
 * assert.notEqual(countNames(names), countNames(names))
 * ```
 */
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
