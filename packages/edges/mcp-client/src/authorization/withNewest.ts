/**
 * Returns the secrets that are known, with those of now before them. It is the same list if none of them is new. Tokens change for as long as
 * a gate runs, and only the last ones can still be repeated by a server.
 */
export const withNewest = (
  known: ReadonlyArray<string>,
  now: ReadonlyArray<string | undefined>
): ReadonlyArray<string> => {
  const given = now.filter((secret) => secret !== undefined)
  return given.every((secret) => known.includes(secret)) ? known : [...new Set([...given, ...known])].slice(0, mostKept)
}

const mostKept = 20
