interface Opening {
  /** The first and the last wanted line, counted from 1. */
  readonly start: number
  readonly end: number
  /** The most bytes that are kept. */
  readonly maxBytes: number
  /** The most bytes that are kept of one line. */
  readonly maxLineBytes: number
  readonly numbered: boolean
}

/**
 * A collector of one range of lines from the bytes of a file, which come in chunks. The other lines are only counted. A line ends with LF,
 * which belongs to the line. Any bytes after the last LF are a line as well.
 */
export class LineWindow {
  /** The number of whole lines so far. */
  lines = 0
  /** The number of bytes so far. */
  bytes = 0
  /** Whether no further line will be kept. */
  closed = false
  /** The first wanted line for which there was no room, if there is one. */
  next: number | undefined
  /** The last kept line, or `start - 1` while none is kept. */
  last: number
  /** The lines of which only the beginning was kept, with their full numbers of bytes where these are known. */
  readonly cut: Array<{ readonly line: number; readonly bytes: number | undefined }> = []

  private readonly opening: Opening
  private buffer = new Uint8Array(4096)
  private kept = 0
  /** The bytes in the buffer: those of `kept`, and those of the present line, which count only if the whole line fits. */
  private written = 0
  private lineBytes = 0
  private isWhole = true

  constructor(opening: Opening) {
    this.opening = opening
    this.last = opening.start - 1
  }

  /** Takes the next bytes of the file. */
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

  /** Ends the last line, after the last bytes of the file. */
  end() {
    if (this.lineBytes > 0) this.endLine()
    this.closed = true
  }

  /** Ends before the end of the file. The present line stays if it is longer than what is shown of a line. */
  stop() {
    if (this.lineBytes > this.opening.maxLineBytes) {
      this.isWhole = false
      this.endLine()
    }
    this.closed = true
  }

  /** Returns the bytes of the kept lines. */
  text(): Uint8Array {
    return this.buffer.subarray(0, this.kept)
  }

  /** Skips lines that are only counted. Returns where the first wanted line begins, or the end of the chunk. */
  private skip(chunk: Uint8Array, from: number): number {
    const until = this.closed ? Number.POSITIVE_INFINITY : this.opening.start - 1
    let at = from
    let begin = from - this.lineBytes
    // The loop goes byte by byte, on local variables: a search for the end of each line takes three times as long.
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
      // Without room for its end, the line is not kept, and does not count as cut.
      if (this.closed) return
      this.cut.push({ line: this.lines, bytes: this.isWhole ? this.lineBytes : undefined })
    }
    this.kept = this.written
    this.last = this.lines
    if (this.lines === this.opening.end) this.closed = true
  }
}

/** Returns the text before a numbered line. */
export const lineNumber = (line: number) => `${line}\t`

/** Returns the end of the last whole UTF-8 character before `end`. */
const endOfWhole = (bytes: Uint8Array, end: number) => {
  for (let back = 1; back <= 4 && back <= end; back += 1) {
    const byte = bytes[end - back] ?? 0
    if (byte >> 6 === 0b10) continue
    return back < lengthOf(byte) ? end - back : end
  }
  return end
}

/** Returns the number of bytes of a UTF-8 character from its first byte. */
const lengthOf = (first: number) => {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

const lf = 0x0a
const lineEnd = Uint8Array.of(lf)
const encoder = new TextEncoder()
