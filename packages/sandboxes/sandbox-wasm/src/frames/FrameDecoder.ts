import { BadFrame } from "./BadFrame.ts"
import { prefixBytes } from "./encodeFrame.ts"

/** A frame as it came. Its header is an object, and nothing else is known about it. */
export interface Frame {
  readonly header: { readonly [name: string]: unknown }
  readonly body: Uint8Array
}

/** The longest header and the longest body that are accepted, in bytes. */
export interface FrameBounds {
  header: number
  body: number
}

/**
 * A decoder that turns a stream of bytes, however it is cut, into frames. It holds no more than one frame may take,
 * even if the bytes come one at a time. Bytes that are not a frame make it throw `BadFrame` and nothing else.
 */
export class FrameDecoder {
  /** The bounds, which may be changed between two frames. */
  readonly bounds: FrameBounds
  /** The bytes that were not looked at yet. Empty while a frame is being filled. */
  private rest: Buffer = nothing
  private frame: Buffer | undefined = undefined
  private filled = 0

  private readonly parse: (header: string) => unknown

  /** `parse` returns the value of a header, and throws if it has none. */
  constructor(bounds: FrameBounds, parse: (header: string) => unknown = JSON.parse) {
    this.bounds = bounds
    this.parse = parse
  }

  /** Takes in bytes, which become the decoder's own. Call `next` until it returns nothing before the next push. */
  push(bytes: Buffer): void {
    const { frame } = this
    if (frame === undefined) {
      this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    } else {
      const taken = bytes.copy(frame, this.filled)
      this.filled += taken
      this.rest = bytes.subarray(taken)
    }
  }

  /** The missing part of a long frame, to be read into. Report the bytes that were read with `filledUp`. */
  get missing(): Buffer | undefined {
    const { frame, filled } = this
    return frame === undefined || filled === frame.length ? undefined : frame.subarray(filled)
  }

  filledUp(bytes: number): void {
    this.filled += bytes
  }

  /** Returns the next frame if all of it is there. */
  next(): Frame | undefined {
    const { frame, rest } = this
    if (frame !== undefined) {
      if (this.filled < frame.length) return undefined
      this.frame = undefined
      return this.read(frame)
    }
    if (rest.length < prefixBytes) return undefined
    const end = this.checked(rest.readUInt32LE(0), rest.readUInt32LE(4))
    if (rest.length >= end) {
      this.rest = rest.subarray(end)
      return this.read(rest.subarray(0, end))
    }
    // The system provides memory only when it is written to, so announcing much and sending little costs nobody
    // anything.
    this.frame = Buffer.allocUnsafeSlow(end)
    this.filled = rest.copy(this.frame)
    this.rest = nothing
    return undefined
  }

  /** Whether nothing has come after the last frame. */
  get isEmpty(): boolean {
    return this.frame === undefined && this.rest.length === 0
  }

  private read(whole: Buffer): Frame {
    const bodyAt = prefixBytes + whole.readUInt32LE(0)
    let header: unknown
    try {
      header = this.parse(whole.toString("utf8", prefixBytes, bodyAt))
    } catch {
      throw new BadFrame("it sent a frame whose header is not JSON, or gives a member twice")
    }
    if (typeof header !== "object" || header === null || Array.isArray(header))
      throw new BadFrame("it sent a frame whose header is not an object")
    return { header: header as Frame["header"], body: whole.subarray(bodyAt) }
  }

  private checked(header: number, body: number): number {
    if (header > this.bounds.header || body > this.bounds.body)
      throw new BadFrame(`it announced a frame of ${header} and ${body} bytes, which is too long`)
    return prefixBytes + header + body
  }
}

const nothing = Buffer.alloc(0)
