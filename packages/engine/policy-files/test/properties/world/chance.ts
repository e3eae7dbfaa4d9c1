import fc from "fast-check"

/** `usual` mostly, and one time of `one in` something else. */
export const mostly = <A, B>(usual: A, oneIn: number, rarely: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof(
    { weight: oneIn - 1, arbitrary: fc.constant<A | B>(usual) },
    { weight: 1, arbitrary: rarely as fc.Arbitrary<A | B> }
  )

/** Absent mostly, and one time of `oneIn` there. */
export const maybe = <A>(oneIn: number, there: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  mostly(undefined, oneIn, there)

/** One of these. */
export const one = <A>(values: ReadonlyArray<A>): fc.Arbitrary<A> => fc.constantFrom(...values)

/** A few of these, each at most once. */
export const few = <A>(values: ReadonlyArray<A>, most: number): fc.Arbitrary<Array<A>> =>
  fc.uniqueArray(one(values), { maxLength: most })

/** A map from a few of these names, or from all of them two times of three. */
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
