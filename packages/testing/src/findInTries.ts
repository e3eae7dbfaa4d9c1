/** Tries up to fifty times to find something that depends on chance. Returns the first non-empty result. */
export const findInTries = async <A>(look: () => Promise<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> => {
  for (let tries = 0; tries < 50; tries++) {
    const found = await look()
    if (found.length > 0) return found
  }
  return []
}
