import { embeddedTexts } from "./embedded.ts"
import { type View, ViewBuilder } from "./View.ts"

/**
 * Returns the lines of a text that hold look-alike letters (full width, mathematical) or invisible characters, written
 * in plain letters. Returns `undefined` when there are none.
 */
export const folded = (text: string): View | undefined => {
  if (!unusual.test(text)) return undefined
  const builder = new ViewBuilder()
  for (const { 0: line, index } of text.matchAll(lines)) {
    if (!unusual.test(line)) continue
    let at = index
    for (const char of line) {
      const to = at + char.length
      if (char.charCodeAt(0) < 128) builder.add(char, at, to)
      else if (isTag(char)) builder.add(String.fromCharCode((char.codePointAt(0) as number) - tags), at, to)
      else if (!invisible.test(char)) builder.add(char.normalize("NFKC"), at, to)
      at = to
    }
    builder.add("\n", at, at)
  }
  return builder.view()
}

const lines = /[^\n]+/g

const isTag = (char: string): boolean => {
  const code = char.codePointAt(0) as number
  return code >= tags + 0x20 && code < tags + 0x7f
}

/**
 * The characters of full width, the letters of mathematics and the like, and the characters that are invisible between
 * letters.
 */
const unusual =
  /[\uff01-\uff5e\u2100-\u214f\u2460-\u24ff\u202a-\u202e\u2066-\u2069]|\p{Default_Ignorable_Code_Point}|[\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}]/u
const invisible = /\p{Default_Ignorable_Code_Point}|[\u202a-\u202e\u2066-\u2069]/u
/** The first of the invisible characters that stand for those of ASCII. */
const tags = 0xe0000

/**
 * Returns the words of a text that hold percent-encoded characters, decoded. Returns `undefined` when there are none.
 */
export const unescapedUrl = (text: string): View | undefined => {
  if (!text.includes("%")) return undefined
  const builder = new ViewBuilder()
  let isAny = false
  for (const { 0: word, index } of text.matchAll(/[^\s"'<>]+/g)) {
    if (!/%[0-9a-f]{2}/i.test(word)) continue
    isAny = true
    for (const { 0: part, index: at } of word.matchAll(/(?:%[0-9a-f]{2})+|[^%]+|%/gi))
      addPart(builder, part, index + at)
    builder.add("\n", index + word.length, index + word.length)
  }
  return isAny ? builder.view() : undefined
}

const addPart = (builder: ViewBuilder, part: string, from: number): void => {
  const decoded = part.length > 2 && part.startsWith("%") ? decodedPart(part) : undefined
  if (decoded !== undefined && decoded.length * 3 !== part.length) builder.add(decoded, from, from + part.length)
  else {
    const width = decoded === undefined ? 1 : 3
    const characters = decoded ?? part
    for (let at = 0; at < characters.length; at++)
      builder.add(characters.charAt(at), from + at * width, from + (at + 1) * width)
  }
}

const decodedPart = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/**
 * Returns the lines of a text that hold escapes, without the escapes: those of JSON, of a shell's `$'…'`, of source
 * code and of HTML. Returns `undefined` when there are none.
 */
export const unescaped = (text: string): View | undefined => {
  if (!text.includes("\\") && !entity.test(text)) return undefined
  const builder = new ViewBuilder()
  let isAny = false
  for (const { 0: line, index } of text.matchAll(lines)) {
    // A backslash at the end of a line is no escape.
    const backslash = line.indexOf("\\")
    if ((backslash < 0 || backslash >= line.trimEnd().length - 1) && !entity.test(line)) continue
    isAny = true
    addUnescaped(builder, line, index)
    builder.add("\n", index + line.length, index + line.length)
  }
  return isAny ? builder.view() : undefined
}

const addUnescaped = (builder: ViewBuilder, line: string, from: number): void => {
  let last = 0
  const plain = (to: number) => {
    for (let at = last; at < to; at++) builder.add(line.charAt(at), from + at, from + at + 1)
  }
  for (const { 0: part, index } of line.matchAll(escapes)) {
    plain(index)
    builder.add(characterOf(part), from + index, from + index + part.length)
    last = index + part.length
  }
  plain(line.length)
}

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  equals: "=",
  colon: ":",
  amp: "&",
  sol: "/",
  lowbar: "_",
  num: "#",
  commat: "@",
  period: ".",
  plus: "+",
  dash: "-",
  hyphen: "-"
}
const entityForm = `&(?:#\\d{1,5}|#[xX][0-9a-fA-F]{1,4}|${Object.keys(entities).join("|")});`
const escapes = new RegExp(
  `\\\\(?:u[0-9a-fA-F]{4}|[uU]\\{[0-9a-fA-F]{1,6}\\}|x[0-9a-fA-F]{2}|x\\{[0-9a-fA-F]{1,6}\\}|U[0-9a-fA-F]{8}|0?[0-3][0-7]{2}|.)|${entityForm}`,
  "gs"
)
const entity = new RegExp(entityForm)

const characterOf = (part: string): string => {
  if (part.startsWith("&#")) {
    const isHexadecimal = /x/i.test(part.charAt(2))
    return characterAt(Number.parseInt(part.slice(isHexadecimal ? 3 : 2), isHexadecimal ? 16 : 10))
  }
  if (part.startsWith("&")) return entities[part.slice(1, -1)] ?? ""
  const kind = part.charAt(1)
  if (/[uUx]/.test(kind) && part.length > 3) return characterAt(Number.parseInt(part.replace(/^..\{?/, ""), 16))
  if (part.length > 3) return characterAt(Number.parseInt(part.slice(1), 8))
  return { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", "0": "\0" }[kind] ?? part.slice(1)
}

const characterAt = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "")

/** A stretch of a text that encodes another text in base64 or hexadecimal, and that other text. */
interface Encoded {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Whether the stretch stands for this text and nothing else. */
  readonly isWhole: boolean
}

/**
 * Returns the stretches of a text that encode another text in base64 or hexadecimal. A stretch that decodes to no text,
 * such as a hash or a picture, is left out.
 */
export const encodedTexts = (text: string): ReadonlyArray<Encoded> => {
  const found: Array<Encoded> = []
  longRun.lastIndex = 0
  for (let match = longRun.exec(text); match !== null; match = longRun.exec(text)) {
    const { 0: run, index } = match
    if (!/[A-Z0-9]/.test(run)) continue
    const to = index + run.length
    const decoded = decodedRun(run)
    if (decoded !== undefined) found.push({ from: index, to, text: decoded, isWhole: true })
    else if (run.length >= shortestEmbedding)
      for (const inner of embeddedTexts(run.replaceAll(/\s/g, "")))
        found.push({ from: index, to, text: inner, isWhole: false })
  }
  return found
}

/**
 * Returns the lines of a text that encode another text in base64 together, where the lines are shorter than those that
 * `encodedTexts` reads as one stretch.
 */
export const wrappedTexts = (text: string): ReadonlyArray<Encoded> => {
  const found: Array<Encoded> = []
  for (const { 0: block, index } of text.matchAll(shortLines)) {
    const lines = block.split(/\r?\n/)
    const width = lines[0]?.trim().length ?? 0
    if (lines.slice(1, -1).some((one) => one.trim().length !== width)) continue
    const run = lines.map((one) => one.trim()).join("")
    const whole = decodedRun(run)
    const inner = whole === undefined ? embeddedTexts(run) : [whole]
    for (const one of inner)
      found.push({ from: index, to: index + block.length, text: one, isWhole: whole !== undefined })
  }
  return found
}

const shortLines =
  /(?<=^|\n)[ \t]{0,16}[A-Za-z0-9+/]{12,39}(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/]{4,39}(?=[\r\n=]|$)){1,512}={0,2}(?=\s|$)/g

/** The fewest characters of a stretch that may hold a text among other bytes. */
const shortestEmbedding = 20

const decodedRun = (run: string): string | undefined => {
  const text = hexadecimal.test(run) && run.length % 2 === 0 ? readable(run.replace(/^0x/, ""), "hex") : undefined
  return text ?? readable(run.includes("\n") ? run.replaceAll(/\s/g, "") : run, "base64")
}

/** The fewest characters of a stretch that may encode a text. */
export const shortestEncoded = 14
const longRun = /[A-Za-z0-9+/_-]{14,}(?:\r?\n[A-Za-z0-9+/]{40,})*(?:\r?\n[A-Za-z0-9+/]{1,75}={1,2})?={0,2}/g
const hexadecimal = /^(?:0x)?[0-9a-fA-F]+$/

const readable = (run: string, encoding: "hex" | "base64"): string | undefined => {
  if (!beginsAsText(encoding === "hex" ? firstOfHex(run) : firstOfBase64(run))) return undefined
  const bytes = Buffer.from(run, encoding)
  if (bytes.length < 6) return undefined
  // UTF-16 with the low byte first, the encoding that PowerShell takes.
  if (bytes[1] === 0 && bytes[3] === 0) return bytes.toString("utf16le")
  for (let at = 0; at < bytes.length && at < 24; at++) if (isControl(bytes[at] as number)) return undefined
  const decoded = bytes.toString("utf8")
  // The last character is ignored, because the stretch may have been cut in the middle of a character.
  return decoded.slice(0, -1).includes("\ufffd") ? undefined : decoded
}

const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32) || byte === 127

/**
 * Returns the first four bytes that a run in base64 decodes to, as one number. Most ids and paths decode to bytes with
 * which no text begins.
 */
const firstOfBase64 = (run: string): number =>
  (sextet(run, 0) << 26) |
  (sextet(run, 1) << 20) |
  (sextet(run, 2) << 14) |
  (sextet(run, 3) << 8) |
  (sextet(run, 4) << 2) |
  (sextet(run, 5) >> 4)

const firstOfHex = (run: string): number => Number.parseInt(run.slice(0, 8), 16)

const sextet = (run: string, at: number): number => sextets[run.charCodeAt(at)] as number

const sextets = new Uint8Array(128)
for (const alphabet of ["+/", "-_"])
  for (const [value, char] of [
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    ...alphabet
  ].entries())
    sextets[char.charCodeAt(0)] = value

/** Whether a text may begin with four bytes: in UTF-8, or in the UTF-16 that PowerShell takes. */
const beginsAsText = (four: number): boolean => {
  const first = four >>> 24
  const second = (four >> 16) & 255
  const third = (four >> 8) & 255
  const fourth = four & 255
  if (second === 0 && fourth === 0) return true
  if (isControl(first) || isControl(second) || isControl(third) || isControl(fourth)) return false
  if (first >= 128) return isFollowed(first, second)
  if (second >= 128) return isFollowed(second, third)
  return third < 128 || isFollowed(third, fourth)
}

/** Whether a byte begins a character of UTF-8 that the next byte continues. */
const isFollowed = (byte: number, next: number): boolean => byte > 193 && byte < 245 && next > 127 && next < 192
