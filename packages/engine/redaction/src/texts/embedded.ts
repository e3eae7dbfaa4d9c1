import { gunzipSync, inflateSync, constants as zlib } from "node:zlib"

/**
 * The minimum length of a text among other bytes. Random bytes rarely contain as many printable characters in a row.
 */
const shortest = 14
/** The size limit of decompressed text, in bytes. */
const mostExpanded = 65_536

/**
 * Returns the texts inside an encoded run of base64, base32 or hexadecimal. The run may be an excerpt that begins in
 * the middle of a group, so every offset is tried.
 */
export const findEmbeddedTexts = (run: string): ReadonlyArray<string> => {
  const expanded = expandedText(run)
  if (expanded !== undefined) return [expanded]
  const found: Array<string> = []
  if (/^(?:0x)?[0-9a-fA-F]+$/.test(run)) {
    for (const offset of [0, 1]) addTexts(Buffer.from(run.slice(offset), "hex"), found)
    return found
  }
  if (/^[A-Z2-7]{24,}$/.test(run)) addTexts(decodedBase32(run), found)
  if (!changesOften(run)) return found
  addTexts(Buffer.from(run, "base64"), found)
  const sample: Array<string> = []
  for (const offset of [1, 2, 3]) {
    // A long run usually encodes a file from its beginning.
    sample.length = 0
    addTexts(Buffer.from(run.slice(offset, offset + longestCut), "base64"), sample)
    if (sample.length > 0) addTexts(Buffer.from(run.slice(offset), "base64"), found)
  }
  return found
}

/** The maximum length of a run that is read as an excerpt. */
const longestCut = 2048

/** Whether letters and digits alternate as often as in base64. Names in code and paths rarely do. */
export const changesOften = (run: string): boolean => {
  const end = Math.min(run.length, 256)
  let changes = 0
  let last = 0
  for (let at = 0; at < end; at++) {
    const kind = kindOf(run.charCodeAt(at))
    if (last !== 0 && kind !== 0 && kind !== last) changes++
    last = kind
  }
  return changes * 5 >= end
}

/** Returns the kind of a letter or digit, and 0 for other characters. */
const kindOf = (code: number): number =>
  code >= 97 ? 1 : code >= 65 && code <= 90 ? 2 : code >= 48 && code <= 57 ? 3 : 0

const addTexts = (bytes: Uint8Array, found: Array<string>): void => {
  let from = 0
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at]
    if (byte !== undefined && ((byte > 31 && byte < 127) || byte === 9 || byte === 10 || byte === 13)) continue
    if (at - from >= shortest) found.push(Buffer.from(bytes.subarray(from, at)).toString("latin1"))
    from = at + 1
  }
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Source: RFC 4648, section 6 */
const decodedBase32 = (run: string): Uint8Array => {
  const bytes = new Uint8Array(Math.floor((run.length * 5) / 8))
  let bits = 0
  let value = 0
  let length = 0
  for (let at = 0; at < run.length; at++) {
    value = ((value << 5) | letters.indexOf(run.charAt(at))) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (value >> bits) & 255
  }
  return bytes
}

/** The first characters of gzip (RFC 1952) and zlib (RFC 1950) data, in base64 and hexadecimal. */
const compressed = /^(?:H4sI|eJ[xyzw0-9]|1f8b08|78(?:01|5e|9c|da))/i

const expandedText = (run: string): string | undefined => {
  if (!compressed.test(run)) return undefined
  const bytes = Buffer.from(run, /^(?:1f8b|78)[0-9a-f]+$/i.test(run) ? "hex" : "base64")
  // Truncated data is decompressed up to its end.
  const options = { maxOutputLength: mostExpanded, finishFlush: zlib.Z_SYNC_FLUSH }
  try {
    return (bytes[0] === 0x1f ? gunzipSync(bytes, options) : inflateSync(bytes, options)).toString("utf8")
  } catch {
    return undefined
  }
}
