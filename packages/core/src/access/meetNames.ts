import { anyCharacters, anyNames, type NamePattern, oneCharacter } from "./NamePattern.ts"

/**
 * Whether a path can match both lists of names, where each name of `own` has to meet a name of which `given` spells out at
 * least one character. A name of `own` with only wildcards always meets.
 */
export const meetNames = (own: ReadonlyArray<NamePattern>, given: ReadonlyArray<NamePattern>): boolean => {
  // One row of a table filled from the ends of both lists. A cell says whether the remaining names of both lists can be
  // equal.
  let below: ReadonlyArray<boolean> = []
  for (let at = own.length; at >= 0; at--) {
    const row = new Array<boolean>(given.length + 1).fill(false)
    for (let next = given.length; next >= 0; next--) {
      const [left, right] = [own[at], given[next]]
      const isEnd = left === undefined && right === undefined
      const skipsOwn = left === anyNames && (below[next] === true || (right !== undefined && row[next + 1] === true))
      const skipsGiven = right === anyNames && (row[next + 1] === true || (left !== undefined && below[next] === true))
      const isBoth = left !== undefined && right !== undefined && meetName(left, right) && below[next + 1] === true
      row[next] = isEnd || skipsOwn || skipsGiven || isBoth
    }
    below = row
  }
  return below[0] === true
}

// Whether a name can match both patterns, with at least one character spelled out in both. The table is filled from the
// ends of both patterns: a cell says whether the remaining characters can be equal, and whether one of them is then
// spelled out in both (`"spelled"`).
const meetName = (own: NamePattern, given: NamePattern): boolean => {
  if (own === anyNames || given === anyNames) return false
  if (own.tokens.every(isWildcard)) return true
  const [ownFirst, givenFirst] = [own.tokens[0], given.tokens[0]]
  // Most pairs differ here, so that most tables are not filled.
  if (typeof ownFirst === "string" && typeof givenFirst === "string" && ownFirst !== givenFirst) return false
  if (given.tokens.every(isWildcard)) return false
  let below: ReadonlyArray<Meeting> = []
  for (let at = own.tokens.length; at >= 0; at--) {
    const row = new Array<Meeting>(given.tokens.length + 1).fill("none")
    for (let next = given.tokens.length; next >= 0; next--) {
      const [left, right] = [own.tokens[at], given.tokens[next]]
      const skipOwn = below[next] ?? "none"
      const skipGiven = row[next + 1] ?? "none"
      const skipBoth = below[next + 1] ?? "none"
      const isDot = at === 0 && left === "."
      if (left === undefined && right === undefined) row[next] = "met"
      else if (left === anyCharacters && right === anyCharacters) row[next] = better(skipOwn, skipGiven)
      else if (left === anyCharacters) row[next] = better(skipOwn, right === undefined ? "none" : skipGiven)
      else if (right === anyCharacters) row[next] = better(skipGiven, left === undefined || isDot ? "none" : skipOwn)
      else if (left !== undefined && left === right) row[next] = skipBoth === "none" ? "none" : "spelled"
      else if (left !== undefined && right !== undefined && (left === oneCharacter || right === oneCharacter))
        row[next] = skipBoth
    }
    below = row
  }
  return below[0] === "spelled"
}

const isWildcard = (token: NamePattern["tokens"][number]) => token === anyCharacters || token === oneCharacter

type Meeting = "none" | "met" | "spelled"

const better = (one: Meeting, other: Meeting): Meeting =>
  one === "spelled" || other === "spelled" ? "spelled" : one === "met" || other === "met" ? "met" : "none"
