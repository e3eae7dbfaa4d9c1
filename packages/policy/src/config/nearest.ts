import { distance } from "fastest-levenshtein"

/** The name that was probably meant: the nearest, where at most a third of it differs. Two letters that changed places are one slip. */
export const nearest = (wanted: string, names: Iterable<string>): string | undefined => {
  const folded = fold(wanted)
  let meant: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const name of names) {
    const other = fold(name)
    const away = isSwapped(folded, other) ? 1 : distance(folded, other)
    const longest = Math.max(folded.length, name.length)
    if (away < least && away < longest && away <= Math.max(1, longest / 3)) {
      least = away
      meant = name
    }
  }
  return meant
}

// What is longer than any name cannot be near one, and the cost grows with the length.
const fold = (name: string) => name.slice(0, 140).toLowerCase()

/** Whether two neighbouring letters changed places, and nothing else did. */
const isSwapped = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return (
    at + 1 < one.length &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  )
}
