/** The most characters that are shown of a line before a match in it. */
export const margin = 100

/** A line of a text, or a part of one that is long. A part has a little of what is before and behind it. */
export interface LinePiece {
  /** The number of the line, counted from 1. */
  readonly line: number
  readonly text: string
  /** The place in `text` where the part begins. Before it is the end of the part before: a little more than is shown of it. */
  readonly begin: number
  /** The first byte of the part. */
  readonly offset: number
  /** The place in `text` where the next part begins, unless this one ends the line. */
  readonly next: number | undefined
}

/** Divides bytes that come in chunks into lines, without their ends. A long line comes in parts, which end between characters. */
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

  /** Returns the lines that end in a chunk, and parts of one that does not. The last chunk ends the last line. */
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
/** The bytes of a part. The time for one is bounded by them. */
const partBytes = 512
/** The bytes behind a part: as long may be what begins in it and ends in the next one. */
const moreBytes = 1024
/** The characters before a part. */
const beforeLength = margin + 1
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Returns the end of a text, in whole characters. */
const endOf = (text: string): string => {
  const at = text.length - beforeLength
  return at <= 0 ? text : text.slice(text.codePointAt(at - 1) === text.charCodeAt(at - 1) ? at : at - 1)
}

/** Returns where the character begins that a byte belongs to. */
const boundaryAt = (bytes: Uint8Array, at: number): number => {
  let begin = Math.min(at, bytes.length)
  while (begin < bytes.length && begin > at - 3 && ((bytes[begin] ?? 0) & 0xc0) === 0x80) begin--
  return begin
}
