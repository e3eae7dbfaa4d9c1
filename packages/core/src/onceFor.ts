/**
 * Makes something of an object once, when it is first asked for, and forgets it with the object. What it is made of must not change
 * meanwhile: tools are exchanged as a whole, and so are lists.
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
