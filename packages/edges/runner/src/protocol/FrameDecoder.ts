import { BadFrame } from "./BadFrame.ts"
import { defaultFrameBounds, type FrameBounds } from "./FrameBounds.ts"
import { FrameBuffer } from "./FrameBuffer.ts"
import { parseFrame } from "./parseFrame.ts"

/**
 * Makes a decoder that keeps a byte order mark, so that it is refused as invalid JSON. Otherwise it would be accepted
 * at the start of a chunk only.
 */
const utf8 = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Decodes a byte stream, in chunks of any size, into JSON objects, one per line. Stores at most one frame, in linear
 * time. Throws `BadFrame`, and cannot be used afterwards.
 */
export class FrameDecoder {
  private readonly bounds: FrameBounds
  private readonly parse: (text: string) => unknown
  private readonly held = new FrameBuffer()
  private readonly decoder = utf8()
  private count = 0
  private broken: BadFrame | undefined

  /** `parse`: parses a frame's text, and throws like `JSON.parse`. */
  constructor(bounds: FrameBounds = defaultFrameBounds, parse: (text: string) => unknown = JSON.parse) {
    this.bounds = bounds
    this.parse = parse
  }

  /** The number of the last frame, starting at 1. A refused frame counts too. */
  get frames(): number {
    return this.count
  }

  /** Whether only blanks have come after the last frame. Otherwise the stream is inside frame `frames + 1`. */
  get isEmpty(): boolean {
    return this.held.isBlank
  }

  /**
   * Yields the frames that these bytes complete. Meanwhile, `frames` is the number of the current frame. Take all
   * frames before the next push, and do not change the bytes until then. The decoder does not keep them.
   */
  *push(bytes: Uint8Array): Generator<Record<string, unknown>, void, undefined> {
    if (this.broken !== undefined) throw this.broken
    let rest = bytes
    if (this.held.length > 0) {
      const end = bytes.indexOf(lineFeed)
      this.hold(end === -1 ? bytes : bytes.subarray(0, end))
      if (end === -1) return
      const frame = this.read(this.decode(this.held.take()))
      if (frame !== undefined) yield frame
      rest = bytes.subarray(end + 1)
    }
    const whole = rest.subarray(0, rest.lastIndexOf(lineFeed) + 1)
    const text = this.decodeAtOnce(whole)
    if (text === undefined) {
      for (let at = 0; at < whole.length; ) {
        const end = whole.indexOf(lineFeed, at)
        if (end - at > this.bounds.frameBytes) this.refuse(tooLong(this.bounds))
        const frame = this.read(this.decode(whole.subarray(at, end)))
        if (frame !== undefined) yield frame
        at = end + 1
      }
    } else {
      for (let at = 0; at < text.length; ) {
        const end = text.indexOf("\n", at)
        const frame = this.read(text.slice(at, end))
        if (frame !== undefined) yield frame
        at = end + 1
      }
    }
    if (whole.length < rest.length) this.hold(rest.subarray(whole.length))
  }

  /**
   * Decodes many lines at once, which accounts for most of the speed. Returns `undefined` if a line may be too long or
   * is not UTF-8.
   */
  private decodeAtOnce(lines: Uint8Array): string | undefined {
    if (lines.length > this.bounds.frameBytes) return undefined
    try {
      return this.decoder.decode(lines)
    } catch {
      return undefined
    }
  }

  private decode(line: Uint8Array): string {
    try {
      return this.decoder.decode(line)
    } catch {
      return this.refuse("is not UTF-8")
    }
  }

  private read(line: string): Record<string, unknown> | undefined {
    if (isBlank(line)) return undefined
    const frame = parseFrame(line, this.bounds, this.parse)
    if (typeof frame === "string") return this.refuse(frame)
    this.count += 1
    return frame
  }

  private hold(bytes: Uint8Array) {
    if (this.held.length + bytes.length > this.bounds.frameBytes) this.refuse(tooLong(this.bounds))
    this.held.add(bytes)
  }

  private refuse(problem: string): never {
    this.held.take()
    this.count += 1
    this.broken = new BadFrame(this.count, problem)
    throw this.broken
  }
}

const tooLong = ({ frameBytes }: FrameBounds) => `is longer than ${frameBytes} bytes`

const lineFeed = 0x0a

/** Whether a line contains only blanks of JSON. Other Unicode blanks do not count. */
const isBlank = (line: string) => line.charCodeAt(0) !== openingBrace && /^[ \t\r]*$/.test(line)

const openingBrace = 0x7b
