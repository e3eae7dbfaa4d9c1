/**
 * Returns the known secrets with the current ones first, and the same list if there is nothing new. The list is
 * bounded: tokens change while a gate runs, and only recent ones can still appear in output.
 */
export const prependNewest = (
  known: ReadonlyArray<string>,
  now: ReadonlyArray<string | undefined>
): ReadonlyArray<string> => {
  const given = now.filter((secret) => secret !== undefined)
  return given.every((secret) => known.includes(secret)) ? known : [...new Set([...given, ...known])].slice(0, mostKept)
}

const mostKept = 20
