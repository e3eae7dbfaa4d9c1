/** The number of characters shown before a match in a long line. */
export const margin = 100

/** A line of a text, or a part of a long line. A part carries some of the text before and after it. */
export interface LinePiece {
  /** The line number, from 1. */
  readonly line: number
  readonly text: string
  /** The index in `text` where the part begins. The text before it belongs to the previous part. */
  readonly begin: number
  /** The byte offset of the part. */
  readonly offset: number
  /** The index in `text` where the next part begins, or `undefined` for the last part of a line. */
  readonly next: number | undefined
}

/** Splits bytes that arrive in chunks into lines without line ends. A long line is split between characters. */
export class LinePieces {
  private rest: Uint8Array = new Uint8Array(0)
  private before = ""
  private line = 1
  private offset = 0

  private whole(bytes: Uint8Array): LinePiece {
    const { line, offset, before } = this
    this.offset += bytes.length + 1
    this.line++
    this.before = ""
    const text = before + decoder.decode(bytes)
    return { line, offset, begin: before.length, text: text.endsWith("\r") ? text.slice(0, -1) : text, next: undefined }
  }

  private part(bytes: Uint8Array, more: Uint8Array): LinePiece {
    const { line, offset, before } = this
    const own = before + decoder.decode(bytes)
    this.offset += bytes.length
    this.before = endOf(own)
    return { line, offset, begin: before.length, text: own + decoder.decode(more), next: own.length }
  }

  /** Returns the lines that end in a chunk, and parts of an unfinished long line. The last chunk ends the last line. */
  *take(chunk: Uint8Array, isLast: boolean): Generator<LinePiece> {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    let from = 0
    while (from < bytes.length) {
      const found = bytes.subarray(from, from + partBytes + moreBytes).indexOf(lineFeed)
      const left = bytes.length - from
      if (found === -1 && left <= partBytes + moreBytes && !isLast) break
      const end = found !== -1 ? from + found : left <= partBytes + moreBytes ? bytes.length : undefined
      if (end === undefined) {
        const own = boundaryAt(bytes, from + partBytes)
        yield this.part(bytes.subarray(from, own), bytes.subarray(own, boundaryAt(bytes, own + moreBytes)))
        from = own
      } else {
        yield this.whole(bytes.subarray(from, end))
        from = end + 1
      }
    }
    this.rest = bytes.slice(from)
  }
}

const lineFeed = 10
/** The size of a part in bytes. It bounds the time that searching one part takes. */
const partBytes = 512
/** The bytes read after a part, so that a match across its end is found. Longer matches may be missed. */
const moreBytes = 1024
/** The number of characters carried over from the previous part. */
const beforeLength = margin + 1
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Returns the last characters of a text, never half of a surrogate pair. */
const endOf = (text: string): string => {
  const at = text.length - beforeLength
  return at <= 0 ? text : text.slice(text.codePointAt(at - 1) === text.charCodeAt(at - 1) ? at : at - 1)
}

/** Returns the start of the character that contains a byte. */
const boundaryAt = (bytes: Uint8Array, at: number): number => {
  let begin = Math.min(at, bytes.length)
  while (begin < bytes.length && begin > at - 3 && ((bytes[begin] ?? 0) & 0xc0) === 0x80) begin--
  return begin
}
