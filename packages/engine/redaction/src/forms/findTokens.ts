import { addMatches } from "../texts/addMatches.ts"
import type { Span } from "../texts/Span.ts"
import { PublicFrames } from "./PublicFrames.ts"
import { shortestToken, TokenTable } from "./TokenTable.ts"
import { tokenForms } from "./tokenForms.ts"

/** The minimum length of a token that may begin with any letter or digit. */
const shortestOpen = 26
/** The minimum length of such a token's longest part without a sign. Names in paths and code have shorter parts. */
const shortestPart = 13
/** The minimum length at the beginning of a line, for lines of shadow(5). */
const shortestLine = 18
const fewestColons = 3
/** Without this text, there is no framed key. */
const framed = /---- ?BEGIN/
const isFrame = (form: string): boolean => form.startsWith("-")
const forms = tokenForms.flatMap(({ forms }) => forms)
/** Framed keys are searched separately, because their frames contain blanks. */
const framedKeys = new RegExp(`(?<![A-Za-z0-9](?<!\\\\[nrt]))(?:${forms.filter(isFrame).join("|")})`, "g")

// Built on first use, which takes some milliseconds.
const made: { table?: TokenTable } = {}
export const getTokenTable = (): TokenTable => (made.table ??= new TokenTable(forms.filter((form) => !isFrame(form))))

/** Adds the secrets that are recognised by their form. */
export const findTokens = (text: string, found: Array<Span>): void => {
  if (text.includes("BEGIN") && framed.test(text)) addMatches(framedKeys, text, found)
  const table = getTokenTable()
  let frames: PublicFrames | undefined
  const last = text.length - shortestToken
  let before = 0
  let run = { to: 0, longestPart: 0, colons: 0 }
  let backslash = -2
  for (let at = 0; at <= last; at++) {
    const code = text.charCodeAt(at)
    // In `\nghp_…`, the "n" belongs to the escape, not to the word.
    const isStart = before !== letter || (at - backslash === 2 && /[nrt]/.test(text.charAt(at - 1)))
    before = kindOf(code)
    if (code === 92) backslash = at
    if (!isStart || before === blank) continue
    let token = table.tokenAt(text, at)
    if (token === undefined && before === letter) {
      if (at >= run.to) run = runAt(text, at)
      const length = run.to - at
      if (
        (length >= shortestOpen && run.longestPart >= shortestPart) ||
        (length >= shortestLine && run.colons >= fewestColons && isLineStart(text, at))
      )
        token = table.openTokenAt(text, at)
    }
    if (token === undefined) continue
    frames ??= new PublicFrames(text)
    if (token.from < token.to && !(frames.hold(at) && isLineOfBase64(text, token))) found.push(token)
    at = token.to - 1
    before = kindOf(text.charCodeAt(at))
  }
}

/** Whether a match is inside a line of base64, which may look like a token by chance. */
const isLineOfBase64 = (text: string, { from, to }: Span): boolean => {
  const end = text.indexOf("\n", to)
  return /^[A-Za-z0-9+/=\r]{16,80}$/.test(text.slice(text.lastIndexOf("\n", from) + 1, end < 0 ? text.length : end))
}

const isLineStart = (text: string, at: number): boolean => at === 0 || text.charAt(at - 1) === "\n"

/** Returns the end of the run at an index, the length of its longest part without a sign, and its colons. */
const runAt = (
  text: string,
  from: number
): { readonly to: number; readonly longestPart: number; readonly colons: number } => {
  let to = from
  let part = 0
  let longestPart = 0
  let colons = 0
  for (; to < text.length; to++) {
    const code = text.charCodeAt(to)
    if (kindOf(code) < running) break
    part = kindOf(code) === letter || code === underscore || code === hyphen ? part + 1 : 0
    if (part > longestPart) longestPart = part
    if (code === colon) colons++
  }
  return { to, longestPart, colons }
}

const colon = 58
const underscore = 95
const hyphen = 45

const kindOf = (code: number): number => (code < 128 ? (kinds[code] as number) : blank)

/** Whether a character is an ASCII letter or digit. */
export const isLetter = (code: number): boolean => kindOf(code) === letter

const blank = 0
const other = 1
/** The signs that occur inside tokens. */
const running = 2
const letter = 3
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/\s/.test(char)) return blank
  return /[A-Za-z0-9]/.test(char) ? letter : /[_.~+/:|=-]/.test(char) ? running : other
})
