/**
 * Makes a value from an object once, on first use, and forgets it with the object. The object must not change: tools and lists are
 * replaced as a whole.
 */
export const onceFor = <Of extends object, A>(make: (of: Of) => A): ((of: Of) => A) => {
  const made = new WeakMap<Of, A>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known
    const one = make(of)
    made.set(of, one)
    return one
  }
}
