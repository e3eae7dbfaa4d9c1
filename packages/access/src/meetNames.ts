import { anyNames, many, type NamePattern, one } from "./NamePattern.ts"

/** Whether a path may match both, where the second spells at least some of each name that the first is about. */
export const meetNames = (own: ReadonlyArray<NamePattern>, given: ReadonlyArray<NamePattern>): boolean => {
  // The rows of a table, from the ends of both: whether what is left of both may be the same names.
  let below: ReadonlyArray<boolean> = []
  for (let at = own.length; at >= 0; at--) {
    const row = new Array<boolean>(given.length + 1).fill(false)
    for (let next = given.length; next >= 0; next--) {
      const [one, other] = [own[at], given[next]]
      const isEnd = one === undefined && other === undefined
      const skipsOwn = one === anyNames && (below[next] === true || (other !== undefined && row[next + 1] === true))
      const skipsGiven = other === anyNames && (row[next + 1] === true || (one !== undefined && below[next] === true))
      const isBoth = one !== undefined && other !== undefined && meetName(one, other) && below[next + 1] === true
      row[next] = isEnd || skipsOwn || skipsGiven || isBoth
    }
    below = row
  }
  return below[0] === true
}

// The rows of a table, from the ends of both: whether what is left of both may be the same characters, and whether one of
// these is then written out in both.
const meetName = (own: NamePattern, given: NamePattern): boolean => {
  if (own === anyNames || given === anyNames) return false
  if (own.tokens.every((token) => token === many || token === one)) return true
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
      else if (left === many && right === many) row[next] = better(skipOwn, skipGiven)
      else if (left === many) row[next] = better(skipOwn, right === undefined ? "none" : skipGiven)
      else if (right === many) row[next] = better(skipGiven, left === undefined || isDot ? "none" : skipOwn)
      else if (left !== undefined && left === right) row[next] = skipBoth === "none" ? "none" : "spelled"
      else if (left !== undefined && right !== undefined && (left === one || right === one)) row[next] = skipBoth
    }
    below = row
  }
  return below[0] === "spelled"
}

type Meeting = "none" | "met" | "spelled"

const better = (one: Meeting, other: Meeting): Meeting =>
  one === "spelled" || other === "spelled" ? "spelled" : one === "met" || other === "met" ? "met" : "none"
