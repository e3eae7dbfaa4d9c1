interface Opening {
  /** The first and last wanted line, from 1. */
  readonly start: number
  readonly end: number
  /** Most bytes returned. */
  readonly maxBytes: number
  /** Most bytes returned of one line. */
  readonly maxLineBytes: number
  readonly numbered: boolean
}

/**
 * Collects a range of lines from the chunks of a file; other lines are only counted. Lines end with LF, which belongs to the line. Bytes
 * after the last LF are a line too.
 */
export class LineWindow {
  /** Number of complete lines so far. */
  lines = 0
  /** Number of bytes so far. */
  bytes = 0
  /** Whether no more lines will be collected. */
  closed = false
  /** The first wanted line that did not fit, if any. */
  next: number | undefined
  /** The last collected line, or `start - 1` if there is none. */
  last: number
  /** Lines of which only the beginning was collected, with their full length in bytes if known. */
  readonly cut: Array<{ readonly line: number; readonly bytes: number | undefined }> = []

  private readonly opening: Opening
  private buffer = new Uint8Array(4096)
  private kept = 0
  /** Bytes in the buffer: the collected lines, and the current line, which counts only if it fits completely. */
  private written = 0
  private lineBytes = 0
  private isWhole = true

  constructor(opening: Opening) {
    this.opening = opening
    this.last = opening.start - 1
  }

  /** Adds the next bytes of the file. */
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

  /** Finishes after the last bytes of the file. */
  end() {
    if (this.lineBytes > 0) this.endLine()
    this.closed = true
  }

  /** Finishes before the end of the file. The current line is included if it exceeds the limit of a line. */
  stop() {
    if (this.lineBytes > this.opening.maxLineBytes) {
      this.isWhole = false
      this.endLine()
    }
    this.closed = true
  }

  /** Returns the bytes of the collected lines. */
  text(): Uint8Array {
    return this.buffer.subarray(0, this.kept)
  }

  /** Skips lines that are only counted. Returns the start of the first wanted line, or the end of the chunk. */
  private skip(chunk: Uint8Array, from: number): number {
    const until = this.closed ? Number.POSITIVE_INFINITY : this.opening.start - 1
    let at = from
    let begin = from - this.lineBytes
    // Goes byte by byte on local variables: searching for each line end takes three times as long.
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
    if (this.lineBytes === 0 && this.opening.numbered) this.write(encoder.encode(formatLineNumber(this.lines + 1)))
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
      // A line whose end does not fit is not collected, and does not count as cut.
      if (this.closed) return
      this.cut.push({ line: this.lines, bytes: this.isWhole ? this.lineBytes : undefined })
    }
    this.kept = this.written
    this.last = this.lines
    if (this.lines === this.opening.end) this.closed = true
  }
}

/** Returns the number prefix of a line. */
export const formatLineNumber = (line: number) => `${line}\t`

/** Returns the end of the last complete UTF-8 character before `end`. */
const endOfWhole = (bytes: Uint8Array, end: number) => {
  for (let back = 1; back <= 4 && back <= end; back += 1) {
    const byte = bytes[end - back] ?? 0
    if (byte >> 6 === 0b10) continue
    return back < lengthOf(byte) ? end - back : end
  }
  return end
}

/** Returns the length of a UTF-8 character from its first byte. */
const lengthOf = (first: number) => {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

const lf = 0x0a
const lineEnd = Uint8Array.of(lf)
const encoder = new TextEncoder()
