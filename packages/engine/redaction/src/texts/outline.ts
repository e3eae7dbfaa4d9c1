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
}

export const outlineOf = (text: string): Outline => {
  let longestWord = 0
  let longestRun = 0
  let digits = 0
  let capitals = 0
  let word = 0
  let run = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Some characters beyond ASCII are blanks, too: taken for letters, they rule out less.
    const kind = code < 128 ? (kinds[code] as number) : 0
    word = kind === blank ? 0 : word + 1
    run = kind >= encoding ? run + 1 : 0
    if (word > longestWord) longestWord = word
    if (run > longestRun) longestRun = run
    if (kind === digit) digits++
    else if (kind === capital) capitals++
  }
  return { longestWord, longestRun, digits, capitals }
}

const blank = 1
const encoding = 2
const digit = 3
const capital = 4

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/\s/.test(char)) return blank
  if (/\d/.test(char)) return digit
  if (/[A-Z]/.test(char)) return capital
  return /[a-z+/_-]/.test(char) ? encoding : 0
})
