interface Opening {
  /** The first and the last line wanted, counted from 1. */
  readonly start: number
  readonly end: number
  /** The most bytes that are kept. */
  readonly maxBytes: number
  /** The most bytes that are kept of one line. */
  readonly maxLineBytes: number
  readonly numbered: boolean
}

/**
 * The lines of one range of a file, picked from its bytes as they go by, while everything else is only counted. A line
 * ends with LF, which belongs to it; what comes after the last LF is a line if it is not empty.
 */
export class LineWindow {
  /** Lines that went by. */
  lines = 0
  /** Bytes that went by. */
  bytes = 0
  /** True as soon as no further line will be kept. */
  closed = false
  /** The first wanted line for which there was no room. */
  next: number | undefined
  /** The last line kept; `start - 1` while there is none. */
  last: number
  /** Lines of which only the beginning was kept, with the bytes they have. */
  readonly cut: Array<{ readonly line: number; readonly bytes: number }> = []

  private readonly opening: Opening
  private buffer = new Uint8Array(4096)
  private kept = 0
  /** `kept`, and what of the present line is to be kept if all of it fits. */
  private written = 0
  private lineBytes = 0

  constructor(opening: Opening) {
    this.opening = opening
    this.last = opening.start - 1
  }

  /** The next bytes of the file. */
  take(chunk: Uint8Array) {
    this.bytes += chunk.length
    for (let at = this.skip(chunk, 0); at < chunk.length; at = this.skip(chunk, at)) {
      const newline = chunk.indexOf(lf, at)
      const end = newline === -1 ? chunk.length : newline + 1
      this.keep(chunk.subarray(at, end))
      this.lineBytes += end - at
      if (newline !== -1) this.endLine()
      at = end
    }
  }

  /** The file has ended. */
  end() {
    if (this.lineBytes > 0) this.endLine()
    this.closed = true
  }

  /** What was kept. */
  text(): Uint8Array {
    return this.buffer.subarray(0, this.kept)
  }

  /** Goes over lines that are only counted, to the first that is wanted or to the end of the chunk. */
  private skip(chunk: Uint8Array, from: number): number {
    const until = this.closed ? Number.POSITIVE_INFINITY : this.opening.start - 1
    let at = from
    let begin = from - this.lineBytes
    // Byte by byte, on local variables: looking for each line's end by itself takes three times as long.
    for (let lines = this.lines; at < chunk.length && lines < until; at += 1) {
      if (chunk[at] !== lf) continue
      lines += 1
      this.lines = lines
      begin = at + 1
    }
    this.lineBytes = at - begin
    return at
  }

  private keep(part: Uint8Array) {
    if (this.lineBytes === 0 && this.opening.numbered) this.write(encoder.encode(lineNumber(this.lines + 1)))
    const room = this.opening.maxLineBytes - this.lineBytes
    if (room > 0) this.write(part.subarray(0, room))
  }

  private write(part: Uint8Array) {
    if (this.closed) return
    const needed = this.written + part.length
    if (needed > this.opening.maxBytes) {
      this.closed = true
      this.next = this.last + 1
      return
    }
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.buffer.length))
      larger.set(this.buffer.subarray(0, this.written))
      this.buffer = larger
    }
    this.buffer.set(part, this.written)
    this.written = needed
  }

  private endLine() {
    this.lines += 1
    if (!this.closed && this.lines >= this.opening.start) this.keepLine()
    this.lineBytes = 0
  }

  private keepLine() {
    const isCut = this.lineBytes > this.opening.maxLineBytes
    if (isCut) {
      this.written = endOfWhole(this.buffer, this.written)
      this.write(lineEnd)
      // Without room for its end the line is not kept, and was not cut either.
      if (this.closed) return
      this.cut.push({ line: this.lines, bytes: this.lineBytes })
    }
    this.kept = this.written
    this.last = this.lines
    if (this.lines === this.opening.end) this.closed = true
  }
}

/** What stands before a line that is numbered. */
export const lineNumber = (line: number) => `${line}\t`

/** The end of the last whole UTF-8 character before `end`. */
const endOfWhole = (bytes: Uint8Array, end: number) => {
  for (let back = 1; back <= 4 && back <= end; back += 1) {
    const byte = bytes[end - back] ?? 0
    if (byte >> 6 === 0b10) continue
    return back < lengthOf(byte) ? end - back : end
  }
  return end
}

/** How many bytes a UTF-8 character has that begins with this one. */
const lengthOf = (first: number) => {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

const lf = 0x0a
const lineEnd = Uint8Array.of(lf)
const encoder = new TextEncoder()
