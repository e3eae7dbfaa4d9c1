import { findEmbeddedTexts } from "./embedded.ts"

/** A range of a text in base64 or hexadecimal, with the decoded text. */
interface Encoded {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Whether the range decodes to this text only. */
  readonly isWhole: boolean
}

/**
 * Decodes base64 and hexadecimal in a text, also over several lines. Skips data that does not decode to text, such as
 * hashes and pictures.
 */
export const findEncodedTexts = (text: string): ReadonlyArray<Encoded> => {
  const found: Array<Encoded> = []
  longRun.lastIndex = 0
  for (let match = longRun.exec(text); match !== null; match = longRun.exec(text)) {
    const { 0: run, index } = match
    if (!/[A-Z0-9]/.test(run)) continue
    const to = index + run.length
    const decoded = decodeRun(run)
    if (decoded !== undefined) found.push({ from: index, to, text: decoded, isWhole: true })
    else if (run.length >= shortestEmbedding)
      for (const inner of findEmbeddedTexts(run.replaceAll(/\s/g, "")))
        found.push({ from: index, to, text: inner, isWhole: false })
  }
  if (text.includes("\n")) wrappedTexts(text, found)
  return found
}

/** Adds base64 in lines too short for `longRun`. */
const wrappedTexts = (text: string, found: Array<Encoded>): void => {
  for (const { 0: block, index } of text.matchAll(shortLines)) {
    const lines = block.trim().split(/\s+/)
    const width = lines[0]?.length ?? 0
    if (lines.slice(1, -1).some((one) => one.length !== width) || !/\d/.test(block)) continue
    const run = lines.join("")
    const whole = decodeRun(run)
    const inner = whole === undefined ? findEmbeddedTexts(run) : [whole]
    for (const one of inner)
      found.push({ from: index, to: index + block.length, text: one, isWhole: whole !== undefined })
  }
}

const shortLines =
  /(?<=^|\n)[ \t]{0,16}[A-Za-z0-9+/]{12,39}(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/]{4,39}(?=[\r\n=]|$)){1,512}={0,2}(?=\s|$)/g

/** The minimum length of a range that may contain text among other bytes. */
const shortestEmbedding = 20

/** Decodes a run of base64 or hexadecimal, or returns `undefined` if it is not text. */
export const decodeRun = (run: string): string | undefined => {
  const text = hexadecimal.test(run) && run.length % 2 === 0 ? readable(run.replace(/^0x/, ""), "hex") : undefined
  return text ?? readable(run.includes("\n") ? run.replaceAll(/\s/g, "") : run, "base64")
}

/** The minimum length of a range that may encode text. */
export const shortestEncoded = 14
const longRun = /[A-Za-z0-9+/_-]{14,}(?:\r?\n[A-Za-z0-9+/]{40,})*(?:\r?\n[A-Za-z0-9+/]{1,75}={1,2})?={0,2}/g
const hexadecimal = /^(?:0x)?[0-9a-fA-F]+$/

const readable = (run: string, encoding: "hex" | "base64"): string | undefined => {
  if (!beginsAsText(encoding === "hex" ? firstOfHex(run) : firstOfBase64(run))) return undefined
  const bytes = Buffer.from(run, encoding)
  if (bytes.length < 6) return undefined
  // UTF-16 little-endian, as PowerShell expects.
  if (bytes[1] === 0 && bytes[3] === 0) return bytes.toString("utf16le")
  for (let at = 0; at < bytes.length && at < 24; at++) if (isControl(bytes[at] as number)) return undefined
  const decoded = bytes.toString("utf8")
  // The last character is ignored, because it may have been cut in half.
  return decoded.slice(0, -1).includes("\ufffd") ? undefined : decoded
}

/** Whether a run with this beginning may encode text. */
export const mayBeginText = (beginning: string): boolean =>
  beginsAsText(firstOfBase64(beginning)) || (hexadecimal.test(beginning) && beginsAsText(firstOfHex(beginning)))

const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32) || byte === 127

/**
 * Returns the first four bytes of a base64 run as a number. Most ids and paths decode to bytes that cannot begin a
 * text.
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

/** Whether a text may begin with four bytes, in UTF-8 or little-endian UTF-16. */
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

/** Whether a byte begins a UTF-8 character that the next byte continues. */
const isFollowed = (byte: number, next: number): boolean => byte > 193 && byte < 245 && next > 127 && next < 192
