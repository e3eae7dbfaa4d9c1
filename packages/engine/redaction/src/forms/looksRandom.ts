/**
 * Whether a word alternates between lower-case letters, capitals and digits as often as random words do. Names in code
 * and paths rarely do, and hexadecimal hashes and ids have no capitals.
 */
export const looksRandom = (word: string): boolean => {
  let changes = 0
  let last = 0
  let kinds = 0
  for (let at = 0; at < word.length; at++) {
    const kind = kindOf(word.charCodeAt(at))
    if (kind === 0) continue
    kinds |= kind
    if (last !== 0 && kind !== last) changes++
    last = kind
  }
  return kinds === (small | large | digit) && changes >= word.length * 0.3
}

const small = 1
const large = 2
const digit = 4

const kindOf = (code: number): number => {
  if (code >= 97 && code <= 122) return small
  if (code >= 65 && code <= 90) return large
  return code >= 48 && code <= 57 ? digit : 0
}

/**
 * Whether a value looks generated: one of its parts mixes letters and digits, or lower-case letters and capitals. UUIDs
 * and values shorter than `least` do not count. Used for values under ambiguous names (`key`, `code`, `sid`).
 */
export const looksGenerated = (value: string, least: number): boolean => {
  if (value.length < least || uuid.test(value) || alphabet.test(value)) return false
  const parts = value.split(/[^A-Za-z0-9]+/)
  return parts.some((part) => part.length >= 6 && mixed.test(part) && !numbered.test(part))
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const alphabet = /abcdefghij/i
const mixed = /[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]+[a-z]+[A-Z]/
/** A word with a number, or a number with a unit: `section12`, `utf8`, `500ms`, `2024T10`. */
const numbered = /^(?:[A-Za-z][a-z]{1,5}\d{1,4}|[a-z]{7,20}\d|\d+[A-Za-z]{1,3}\d{0,4}|[a-z]+(?:[A-Z][a-z]+)*)$/

/** Whether a value mixes letters and digits and is longer than most such words. UUIDs do not count. */
export const isMixed = (value: string): boolean =>
  value.length >= 8 && /[A-Za-z]/.test(value) && /\d/.test(value) && !uuid.test(value)
