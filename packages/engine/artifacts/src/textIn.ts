/** The text of a range of bytes. */
interface TextPart {
  readonly text: string
  /** The bytes before it that end a character which begins before the range. */
  readonly skipped: number
  /** The bytes of the text. */
  readonly length: number
}

/**
 * Returns the whole characters in the first `length` bytes, or `undefined` if the bytes are no UTF-8. Where not even one ends there, it is
 * the first one. `bytes` are the range and a few more, and `goesOn` says whether there are others before it.
 */
export const textIn = (bytes: Uint8Array, length: number, goesOn: boolean): TextPart | undefined => {
  const skipped = goesOn ? characterFrom(bytes, 0) : 0
  let end = Math.min(bytes.length, length)
  while (end > skipped && isWithin(bytes[end])) end--
  if (end <= skipped) end = characterFrom(bytes, skipped + 1)
  try {
    return { text: decoder.decode(bytes.subarray(skipped, end)), skipped, length: Math.max(0, end - skipped) }
  } catch {
    return undefined
  }
}

/** Returns where the next character begins, which is at most three bytes away. */
const characterFrom = (bytes: Uint8Array, start: number): number => {
  let at = start
  while (at < start + mostWithin && isWithin(bytes[at])) at++
  return Math.min(at, bytes.length)
}

/** Whether a byte goes on with a character. */
const isWithin = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

const mostWithin = 3
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
