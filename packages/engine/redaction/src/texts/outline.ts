/**
 * The features of a text that are counted in one pass before the text is searched. Most texts are short and plain, and
 * each search that an outline rules out would cost many times what the counting costs.
 */
export interface Outline {
  /** The length of the longest stretch without a blank. */
  readonly longestWord: number
  /** The length of the longest stretch of characters that base64 and hexadecimal consist of. */
  readonly longestRun: number
  readonly digits: number
  /** The number of capitals from A to Z. */
  readonly capitals: number
  /** Whether a word holds letters and digits and is as long as a token, as `rearranged` reads words. */
  readonly hasMixedWord: boolean
  /** The most words of one character in a row. */
  readonly singles: number
  /** Whether the text holds an ASCII character that separates a name from its value. */
  readonly hasSeparator: boolean
  /** Whether the text holds a sign that stands between the numbers of a list. */
  readonly hasListSign: boolean
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
  let digits = 0
  let capitals = 0
  let word = 0
  let run = 0
  let all = 0
  let singles = 0
  let mostSingles = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (kinds[code] as number) : foreign
    all |= kind
    if ((kind & blank) === 0) word++
    else if (word > 0) {
      singles = word === 1 ? singles + 1 : 0
      if (singles > mostSingles) mostSingles = singles
      word = 0
    }
    run = (kind & encoding) === 0 ? 0 : run + 1
    if (word > longestWord) longestWord = word
    if (run > longestRun) longestRun = run
    if ((kind & digit) !== 0) digits++
    else if ((kind & capital) !== 0) capitals++
  }
  return {
    longestWord,
    longestRun,
    digits,
    capitals,
    hasMixedWord: longestWord >= shortestMixed && digits > 0 && holdsMixedWord(text),
    singles: word === 1 && singles >= mostSingles ? singles + 1 : mostSingles,
    hasSeparator: (all & separator) !== 0,
    hasListSign: (all & listing) !== 0,
    hasJoint: (all & joining) !== 0,
    hasBracket: (all & bracket) !== 0,
    hasEscape: (all & escaping) !== 0,
    hasForeign: (all & foreign) !== 0
  }
}

const holdsMixedWord = (text: string): boolean => {
  let length = 0
  let all = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (kinds[code] as number) : foreign
    if ((kind & delimiting) !== 0) {
      length = 0
      all = 0
    } else {
      all |= kind
      if (++length >= shortestMixed && (all & letter) !== 0 && (all & digit) !== 0) return true
    }
  }
  return false
}

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
const letter = 256
/** The kind of the characters between the words of `rearranged`. */
const delimiting = 512
const joining = 1024
const listing = 2048

/** The fewest characters of a word that may be a token backwards. */
const shortestMixed = 14

const kindOf = (char: string): number =>
  (/\s/.test(char) ? blank : 0) |
  (/[A-Za-z0-9+/_-]/.test(char) ? encoding : 0) |
  (/\d/.test(char) ? digit : 0) |
  (/[A-Z]/.test(char) ? capital : 0) |
  (/[=:>%\s]/.test(char) ? separator : 0) |
  (/[[{]/.test(char) ? bracket : 0) |
  (/[%\\&]/.test(char) || char === "\u001b" ? escaping : 0) |
  (/[A-Za-z]/.test(char) ? letter : 0) |
  (/[\s"'`,;()<>{}[\]\\]/.test(char) ? delimiting : 0) |
  (/[\n"'`\\]/.test(char) ? joining : 0) |
  (/[\s,;:-]/.test(char) ? listing : 0)

const kinds = Uint16Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)))
