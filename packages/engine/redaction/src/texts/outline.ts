/**
 * Features of a text, counted in one pass before the searches. Most texts are short and plain, and skipping one search
 * saves more time than the counting takes.
 */
export interface Outline {
  /** The length of the longest stretch without a blank. */
  readonly longestWord: number
  /** The length of the longest stretch of base64 or hexadecimal characters. */
  readonly longestRun: number
  /** Whether such a stretch is as long as an AWS secret access key. */
  readonly hasForty: boolean
  /** Whether such a stretch is as long as a line of a key. */
  readonly hasKeyLine: boolean
  readonly digits: number
  /** The number of capitals from A to Z. */
  readonly capitals: number
  /** The longest sequence of one-character words. */
  readonly singles: number
  /** Whether an ASCII separator of names and values occurs. */
  readonly hasSeparator: boolean
  /** The longest sequence of decimal or hexadecimal numbers. */
  readonly numbers: number
  /** Whether a sign of assignment occurs. */
  readonly hasAssignment: boolean
  /** Whether a line end, quote or backslash occurs, where a token may be split. */
  readonly hasJoint: boolean
  /** Whether a bracket of a JSON list or object occurs. */
  readonly hasBracket: boolean
  /** Whether a character that begins an escape occurs. */
  readonly hasEscape: boolean
  /** Whether a non-ASCII character occurs. */
  readonly hasForeign: boolean
}

export const computeOutline = (text: string): Outline => {
  let longestWord = 0
  let longestRun = 0
  let hasForty = false
  let hasKeyLine = false
  let digits = 0
  let capitals = 0
  let word = 0
  let run = 0
  let all = 0
  let singles = 0
  let mostSingles = 0
  let number = 0
  let isNumber = true
  let numbers = 0
  let mostNumbers = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : end
    const kind = code < 128 ? (kinds[code] as number) : foreign
    all |= kind
    if ((kind & encoding) !== 0) run++
    else if (run > 0) {
      if (run > longestRun) longestRun = run
      if (run === forty) hasForty = true
      else if (run >= 64 && run <= 71 && isKeyLine(run)) hasKeyLine = true
      run = 0
    }
    if ((kind & blank) === 0) word++
    else if (word > 0) {
      if (word > longestWord) longestWord = word
      singles = word === 1 ? singles + 1 : 0
      if (singles > mostSingles) mostSingles = singles
      word = 0
    }
    if ((kind & numeric) !== 0) number++
    else if ((kind & encoding) !== 0 && code !== hyphen) isNumber = false
    else {
      if (number > 0 && isNumber) {
        if (++numbers > mostNumbers) mostNumbers = numbers
      } else if (!isNumber) numbers = 0
      if ((kind & listing) === 0) numbers = 0
      number = 0
      isNumber = true
    }
    if ((kind & digit) !== 0) digits++
    else if ((kind & capital) !== 0) capitals++
  }
  return {
    longestWord,
    longestRun,
    hasForty,
    hasKeyLine,
    digits,
    capitals,
    singles: mostSingles,
    numbers: mostNumbers,
    hasSeparator: (all & separator) !== 0,
    hasAssignment: (all & assigning) !== 0,
    hasJoint: (all & joining) !== 0,
    hasBracket: (all & bracket) !== 0,
    hasEscape: (all & escaping) !== 0,
    hasForeign: (all & foreign) !== 0
  }
}

/** A final blank after the last character. */
const end = 0
const hyphen = 45
const forty = 40
/** Whether a stretch is as wide as a line of a key (64 or 70), possibly with a diff sign before it. */
const isKeyLine = (run: number): boolean => run < 66 || run > 69

const blank = 1
const encoding = 2
const digit = 4
const capital = 8
const separator = 16
const bracket = 32
const escaping = 64

/** All non-ASCII characters. Some are blanks; treating them as letters only rules out fewer searches. */
const foreign = 128
/** The signs of assignment. */
const assigning = 256
const joining = 512
const listing = 1024
/** The characters of hexadecimal numbers and their prefixes: `0x1f`, `\\x1f`. */
const numeric = 2048

const kindOf = (char: string): number =>
  (/[\s\0]/.test(char) ? blank : 0) |
  (/[A-Za-z0-9+/_-]/.test(char) ? encoding : 0) |
  (/\d/.test(char) ? digit : 0) |
  (/[A-Z]/.test(char) ? capital : 0) |
  (/[=:>%\s]/.test(char) ? separator : 0) |
  (/[[{]/.test(char) ? bracket : 0) |
  (/[%\\&]/.test(char) || char === "\u001b" ? escaping : 0) |
  (/[=:]/.test(char) ? assigning : 0) |
  (/[\n"'`\\]/.test(char) ? joining : 0) |
  (/[\s,;:-]/.test(char) ? listing : 0) |
  (/[0-9a-fxA-FX\\]/.test(char) ? numeric : 0)

const kinds = Uint16Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)))
