import { distance } from "fastest-levenshtein"

/** The name that was probably meant: the nearest, where at most a third of it differs. */
export const nearest = (wanted: string, names: Iterable<string>): string | undefined => {
  const folded = fold(wanted)
  let meant: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const name of names) {
    const away = distance(folded, fold(name))
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
