/**
 * Returns the number of members of all objects in a valid JSON text; duplicate names count twice. Every colon outside a
 * string belongs to one member. `JSON.parse` keeps only the last duplicate, so a smaller count in its result reveals
 * duplicates.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { countMembers } from "@toolgate/core/json"
 *
 * assert.equal(countMembers('{ "a": 1, "a": 2, "b": { "c": ":" } }'), 4)
 * ```
 */
export const countMembers = (text: string): number => {
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === colon) members++
    else if (code === quote) at = closingQuote(text, at)
  }
  return members
}

const colon = 0x3a
const quote = 0x22
const backslash = 0x5c

/**
 * Returns the index of the closing quote. A quote after an odd number of backslashes is part of the string. `indexOf`
 * keeps long strings fast.
 */
const closingQuote = (text: string, opening: number) => {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
