import { distance } from "fastest-levenshtein"
import { quoted } from "./quoted.ts"

/**
 * Sorts names by similarity to the wanted one, most similar first. The order of equally similar names is stable.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { sortByDistance } from "@toolgate/core"
 *
 * assert.deepEqual(sortByDistance("raed_file", ["write_file", "read_file", "shell"]), [
 *   "read_file",
 *   "write_file",
 *   "shell"
 * ])
 * ```
 */
export const sortByDistance = (wanted: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folded = fold(wanted)
  // One bucket per distance: sorting a thousand names would cost as much as comparing them.
  const rings: Array<Array<string>> = []
  for (const name of names) {
    const away = distance(folded, fold(name))
    const ring = rings[away]
    if (ring === undefined) rings[away] = [name]
    else ring.push(name)
  }
  return rings.flat()
}

/**
 * Returns the most similar name if at most a third of it differs. Two swapped letters count as one difference.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findNearest } from "@toolgate/core"
 *
 * const names = ["read_file", "write_file"]
 * assert.equal(findNearest("raed_file", names), "read_file")
 * assert.equal(findNearest("deploy", names), undefined)
 * ```
 */
export const findNearest = (wanted: string, names: Iterable<string>): string | undefined => {
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

/**
 * Whether a name is a misspelling of another: one letter added, missing, different, or swapped with its neighbour. Case
 * differences alone also count; equal names do not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isMisspelling } from "@toolgate/core"
 *
 * assert.equal(isMisspelling("raed_file", "read_file"), true)
 * assert.equal(isMisspelling("read_file", "read_file"), false)
 * ```
 */
export const isMisspelling = (name: string, meant: string): boolean => {
  if (Math.abs(name.length - meant.length) > 1) return false
  const [one, other] = [fold(name), fold(meant)]
  if (one === other) return name !== meant
  // Any two single letters differ by one letter.
  if (Math.max(one.length, other.length) < 2) return false
  let from = 0
  while (one[from] === other[from]) from++
  let [oneEnd, otherEnd] = [one.length, other.length]
  while (oneEnd > from && otherEnd > from && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  return (oneEnd - from <= 1 && otherEnd - from <= 1) || isSwapped(one, other)
}

// Longer texts are never similar to a name, and the cost grows with the length.
const fold = (name: string) => name.slice(0, 140).toLowerCase()

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

/**
 * Returns the message for an unknown name: with the most similar name, or else with up to 20 known names. `where` follows
 * the name; `prefix` is written before every name.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { describeUnknownName } from "@toolgate/core"
 *
 * const names = ["read_file", "write_file"]
 * assert.equal(describeUnknownName("tool", "readfile", names), 'unknown tool "readfile"; did you mean "read_file"?')
 * ```
 */
export const describeUnknownName = (
  kind: string,
  name: string,
  names: ReadonlyArray<string>,
  { where = "", prefix = "" }: { readonly where?: string; readonly prefix?: string } = {}
): string => {
  const unknown = `unknown ${kind} ${quoted(prefix + name)}${where === "" ? "" : ` ${where}`}`
  // Limited, because comparing every problem of a large file with every name would take seconds.
  const meant = findNearest(name, names.slice(0, 2000))
  if (meant !== undefined) return `${unknown}; did you mean ${quoted(prefix + meant)}?`
  if (names.length === 0) return `${unknown}; none is defined`
  const shown = names.slice(0, 20).map((each) => quoted(prefix + each).slice(1, -1))
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`)
  return `${unknown}; there ${names.length === 1 ? "is" : "are"} ${listed(shown)}`
}

const listed = (names: ReadonlyArray<string>): string =>
  names.length === 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
