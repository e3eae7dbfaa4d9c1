/**
 * What is counted of a text before it is searched, in one pass. Most texts are short and plain, and each search that an outline
 * rules out costs many times what counting does.
 */
export interface Outline {
  /** The longest stretch without a blank. */
  readonly longestWord: number
  /** The longest stretch of what base64 and hexadecimal are written in. */
  readonly longestRun: number
  readonly digits: number
  /** Capitals from A to Z. */
  readonly capitals: number
  /** Whether the text holds a character of ASCII that sets a name apart from its value. */
  readonly hasSeparator: boolean
  /** Whether the text holds a bracket that begins a list or an object of JSON. */
  readonly hasBracket: boolean
  /** Whether the text holds what escapes begin with. */
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
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (kinds[code] as number) : foreign
    all |= kind
    word = (kind & blank) === 0 ? word + 1 : 0
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
    hasSeparator: (all & separator) !== 0,
    hasBracket: (all & bracket) !== 0,
    hasEscape: (all & escaping) !== 0,
    hasForeign: (all & foreign) !== 0
  }
}

const blank = 1
const encoding = 2
const digit = 4
const capital = 8
const separator = 16
const bracket = 32
const escaping = 64

/** Some characters beyond ASCII are blanks, too: taken for letters, they rule out less. */
const foreign = 128

const kindOf = (char: string): number =>
  (/\s/.test(char) ? blank : 0) |
  (/[A-Za-z0-9+/_-]/.test(char) ? encoding : 0) |
  (/\d/.test(char) ? digit : 0) |
  (/[A-Z]/.test(char) ? capital : 0) |
  (/[=:>%\s]/.test(char) ? separator : 0) |
  (/[[{]/.test(char) ? bracket : 0) |
  (/[%\\&]/.test(char) ? escaping : 0)

const kinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)))
