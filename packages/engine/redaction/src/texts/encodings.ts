import { type View, ViewBuilder } from "./View.ts"

/**
 * Replaces look-alike letters (full width, mathematical) and invisible characters by plain letters. Returns the
 * affected lines, or `undefined` if there are none.
 */
export const foldLetters = (text: string): View | undefined => {
  if (!unusual.test(text)) return undefined
  const builder = new ViewBuilder()
  for (const { 0: line, index } of text.matchAll(lines)) {
    if (!unusual.test(line)) continue
    addFolded(builder, line, index, false)
    // Text in invisible letters may begin inside a visible word.
    if (hasTag.test(line)) addFolded(builder, line, index, true)
  }
  return builder.view()
}

/** Adds a line in plain letters. With `isSplit`, visible and invisible letters form separate words. */
const addFolded = (builder: ViewBuilder, line: string, from: number, isSplit: boolean): void => {
  let at = from
  let isHidden = false
  for (const char of line) {
    const to = at + char.length
    if (isSplit && isTag(char) !== isHidden) builder.add("\n", at, at)
    isHidden = isTag(char)
    if (char.charCodeAt(0) < 128) builder.add(char, at, to)
    else if (isHidden) builder.add(String.fromCharCode((char.codePointAt(0) as number) - tags), at, to)
    else if (!invisible.test(char)) builder.add(char.normalize("NFKC"), at, to)
    at = to
  }
  builder.add("\n", at, at)
}

const hasTag = /[\u{e0020}-\u{e007e}]/u
const lines = /[^\n]+/g

const isTag = (char: string): boolean => {
  const code = char.codePointAt(0) as number
  return code >= tags + 0x20 && code < tags + 0x7f
}

/** Full-width characters, mathematical letters and similar, and characters that are invisible between letters. */
const unusual =
  /[\uff01-\uff5e\u2100-\u214f\u2460-\u24ff\u202a-\u202e\u2066-\u2069]|\p{Default_Ignorable_Code_Point}|[\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}]/u
const invisible = /\p{Default_Ignorable_Code_Point}|[\u202a-\u202e\u2066-\u2069]/u
/** The offset of the invisible copies of ASCII. */
const tags = 0xe0000

/** A terminal escape sequence, as bytes or as written in source code. Source: ECMA-48, 5.4 */
const sequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: each sequence begins with such a character
  /(?:\u001b|\\(?:x1b|u001b|u\{1b\}|033|e)(?=[[\]]))(?:\[[\d;?]{0,32}[A-Za-z]|\][^\u0007\u001b\n]{0,256}(?:\u0007|\u001b\\)|[A-Za-z])?/gi

// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const beginsSequence = /(?:\u001b|\\(?:x1b|u001b|u\{1b\}|033|e))[[\]]/i

/** Removes terminal escape sequences. Returns the affected lines, or `undefined` if there are none. */
export const removeColors = (text: string): View | undefined => {
  if (!beginsSequence.test(text)) return undefined
  const builder = new ViewBuilder()
  for (const { 0: line, index } of text.matchAll(lines)) {
    let last = 0
    const plain = (to: number) => {
      for (let at = last; at < to; at++) builder.add(line.charAt(at), index + at, index + at + 1)
    }
    for (const { 0: found, index: at } of line.matchAll(sequence)) {
      plain(at)
      last = at + found.length
    }
    if (last === 0) continue
    plain(line.length)
    builder.add("\n", index + line.length, index + line.length)
  }
  return builder.view()
}

/** Decodes percent-encoded words. Returns these words, or `undefined` if there are none. */
export const decodeUrls = (text: string): View | undefined => {
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
 * Decodes the escapes of JSON, a shell's `$'…'`, source code and HTML. Returns the affected lines, or `undefined` if
 * there are none.
 */
export const decodeEscapes = (text: string): View | undefined => {
  if (!text.includes("\\") && !entity.test(text)) return undefined
  const builder = new ViewBuilder()
  let isAny = false
  for (const { 0: line, index } of text.matchAll(lines)) {
    // A backslash at the end of a line is not an escape.
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
