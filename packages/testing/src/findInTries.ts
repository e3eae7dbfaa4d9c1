/** Looks for something in up to fifty tries, so that a test of luck does not fail by bad luck. Returns what the first try found that did. */
export const findInTries = async <A>(look: () => Promise<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> => {
  for (let tries = 0; tries < 50; tries++) {
    const found = await look()
    if (found.length > 0) return found
  }
  return []
}
