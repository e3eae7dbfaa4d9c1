/**
 * The features of a text that are counted in one pass before the text is searched. Most texts are short and plain, and
 * each search that an outline rules out would cost many times what the counting costs.
 */
export interface Outline {
  /** The length of the longest stretch without a blank. */
  readonly longestWord: number
  /** The length of the longest stretch of characters that base64 and hexadecimal consist of. */
  readonly longestRun: number
  /** Whether a stretch of that kind has the length of a secret access key of Amazon. */
  readonly hasForty: boolean
  /** Whether a stretch of that kind has the length of a line of a key. */
  readonly hasKeyLine: boolean
  readonly digits: number
  /** The number of capitals from A to Z. */
  readonly capitals: number
  /** The most words of one character in a row. */
  readonly singles: number
  /** Whether the text holds an ASCII character that separates a name from its value. */
  readonly hasSeparator: boolean
  /** The most numbers in a row, decimal or hexadecimal. */
  readonly numbers: number
  /** Whether the text holds a sign without which there is no assignment. */
  readonly hasAssignment: boolean
  /** Whether the text holds the end of a line, a quote or a backslash, over which a token may be split. */
  readonly hasJoint: boolean
  /** Whether the text holds a bracket that opens a list or an object of JSON. */
  readonly hasBracket: boolean
  /** Whether the text holds a character with which escapes begin. */
  readonly hasEscape: boolean
  /** Whether the text holds a character beyond ASCII. */
  readonly hasForeign: boolean
}

export const outlineOf = (text: string): Outline => {
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

/** The character that is read after the last one. Its only kinds are those of a blank. */
const end = 0
const hyphen = 45
const forty = 40
/** Whether a stretch has the width of a line of a key (64 or 70), possibly after the sign of a changed line. */
const isKeyLine = (run: number): boolean => run < 66 || run > 69

const blank = 1
const encoding = 2
const digit = 4
const capital = 8
const separator = 16
const bracket = 32
const escaping = 64

/**
 * The kind of all characters beyond ASCII. Some of them are blanks; counting these as letters only rules out fewer
 * searches.
 */
const foreign = 128
/** The kind of the signs between a name and its value. */
const assigning = 256
const joining = 512
const listing = 1024
/** The characters of hexadecimal numbers and of their signs: `0x1f`, `\\x1f`. */
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
