import { defaultFrameBounds, type FrameBounds } from "./FrameBounds.ts"
import { FrameBuffer } from "./FrameBuffer.ts"
import { FrameReader } from "./FrameReader.ts"

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
  private readonly reader: FrameReader
  private readonly held = new FrameBuffer()
  private readonly decoder = utf8()

  /** `parse`: parses a frame's text, and throws like `JSON.parse`. */
  constructor(bounds: FrameBounds = defaultFrameBounds, parse: (text: string) => unknown = JSON.parse) {
    this.bounds = bounds
    this.reader = new FrameReader(bounds, parse)
  }

  /** The number of the last frame, starting at 1. A refused frame counts too. */
  get frames(): number {
    return this.reader.frames
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
    this.reader.check()
    let rest = bytes
    if (this.held.length > 0) {
      const end = bytes.indexOf(lineFeed)
      this.hold(end === -1 ? bytes : bytes.subarray(0, end))
      if (end === -1) return
      const frame = this.reader.read(this.decode(this.held.take()))
      if (frame !== undefined) yield frame
      rest = bytes.subarray(end + 1)
    }
    const whole = rest.subarray(0, rest.lastIndexOf(lineFeed) + 1)
    const text = this.decodeAtOnce(whole)
    if (text === undefined) {
      for (let at = 0; at < whole.length; ) {
        const end = whole.indexOf(lineFeed, at)
        if (end - at > this.bounds.frameBytes) this.reader.refuse(tooLong(this.bounds))
        const frame = this.reader.read(this.decode(whole.subarray(at, end)))
        if (frame !== undefined) yield frame
        at = end + 1
      }
    } else {
      for (let at = 0; at < text.length; ) {
        const end = text.indexOf("\n", at)
        const frame = this.reader.read(text.slice(at, end))
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
      return this.reader.refuse("is not UTF-8")
    }
  }

  private hold(bytes: Uint8Array) {
    if (this.held.length + bytes.length > this.bounds.frameBytes) {
      this.held.take()
      this.reader.refuse(tooLong(this.bounds))
    }
    this.held.add(bytes)
  }
}

const tooLong = ({ frameBytes }: FrameBounds) => `is longer than ${frameBytes} bytes`

const lineFeed = 0x0a
