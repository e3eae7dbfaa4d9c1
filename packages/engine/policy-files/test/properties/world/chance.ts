import fc from "fast-check"

/** Returns `usual` mostly, and one time in `oneIn` something else. */
export const mostly = <A, B>(usual: A, oneIn: number, rarely: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof(
    { weight: oneIn - 1, arbitrary: fc.constant<A | B>(usual) },
    { weight: 1, arbitrary: rarely as fc.Arbitrary<A | B> }
  )

/** Returns `undefined` mostly, and one time in `oneIn` a value. */
export const maybe = <A>(oneIn: number, there: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  mostly(undefined, oneIn, there)

/** Returns one of these values. */
export const one = <A>(values: ReadonlyArray<A>): fc.Arbitrary<A> => fc.constantFrom(...values)

/** Returns a few of these values, each at most once. */
export const few = <A>(values: ReadonlyArray<A>, most: number): fc.Arbitrary<Array<A>> =>
  fc.uniqueArray(one(values), { maxLength: most })

/** Returns a map from a few of these names, or, two times out of three, from all of them. */
export const mapFrom = <K, V>(
  names: ReadonlyArray<K>,
  value: fc.Arbitrary<V>,
  most = 2
): { readonly some: fc.Arbitrary<ReadonlyMap<K, V>>; readonly mostlyAll: fc.Arbitrary<ReadonlyMap<K, V>> } => {
  const some = fc.array(fc.tuple(one(names), value), { maxLength: most }).map((entries) => new Map(entries))
  const all = fc
    .array(value, { minLength: names.length, maxLength: names.length })
    .map((values): ReadonlyMap<K, V> => new Map(values.map((each, i) => [names[i] as K, each])))
  return { some, mostlyAll: fc.oneof({ weight: 3, arbitrary: all }, { weight: 1, arbitrary: some }) }
}
