import { distance } from "fastest-levenshtein"

/** The names, nearest to the wanted one first; names at the same distance keep their order. */
export const nearestFirst = (wanted: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folded = fold(wanted)
  // One ring for each distance: sorting a thousand names costs as much as comparing them.
  const rings: Array<Array<string>> = []
  for (const name of names) {
    const away = distance(folded, fold(name))
    const ring = rings[away]
    if (ring === undefined) rings[away] = [name]
    else ring.push(name)
  }
  return rings.flat()
}

/** The one name that was probably meant: the nearest, where at most a third of it differs. */
export const probablyMeant = (wanted: string, names: ReadonlyArray<string>): string | undefined => {
  const folded = fold(wanted)
  let meant: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const name of names) {
    const away = distance(folded, fold(name))
    if (away < least && away <= Math.max(1, Math.max(wanted.length, name.length) / 3)) {
      least = away
      meant = name
    }
  }
  return meant
}

// What is longer than any name cannot be near one, and the cost grows with the length.
const fold = (name: string) => name.slice(0, 128).toLowerCase()
