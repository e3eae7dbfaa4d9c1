import { BadFrame } from "./BadFrame.ts"
import { prefixBytes } from "./encodeFrame.ts"

/** A frame as it came: its header is an object, and nothing else is known of it. */
export interface Frame {
  readonly header: { readonly [name: string]: unknown }
  readonly body: Uint8Array
}

/** The longest header and body that are taken, in bytes. */
export interface FrameBounds {
  header: number
  body: number
}

/**
 * Frames out of a stream of bytes, however it is cut. What is held is bounded by what one frame may be, also when it comes a
 * byte at a time, and what is no frame throws `BadFrame` and nothing else.
 */
export class FrameDecoder {
  /** May be changed between two frames. */
  readonly bounds: FrameBounds
  /** Not yet looked at. Empty while a frame is being filled. */
  private rest: Buffer = nothing
  private frame: Buffer | undefined = undefined
  private filled = 0

  constructor(bounds: FrameBounds) {
    this.bounds = bounds
  }

  /** The bytes become the decoder's own. `next` is to be called until it has no more, before the next push. */
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

  /** What is missing of a long frame, to be read into; its beginning is then `filledUp`. */
  get missing(): Buffer | undefined {
    const { frame, filled } = this
    return frame === undefined || filled === frame.length ? undefined : frame.subarray(filled)
  }

  filledUp(bytes: number): void {
    this.filled += bytes
  }

  /** The next frame, if it is there in full. */
  next(): Frame | undefined {
    const { frame, rest } = this
    if (frame !== undefined) {
      if (this.filled < frame.length) return undefined
      this.frame = undefined
      return parsed(frame)
    }
    if (rest.length < prefixBytes) return undefined
    const end = this.checked(rest.readUInt32LE(0), rest.readUInt32LE(4))
    if (rest.length >= end) {
      this.rest = rest.subarray(end)
      return parsed(rest.subarray(0, end))
    }
    // Memory that is not written to is not there yet: to announce much and send little costs nobody anything.
    this.frame = Buffer.allocUnsafeSlow(end)
    this.filled = rest.copy(this.frame)
    this.rest = nothing
    return undefined
  }

  /** True if nothing has come beyond the last frame. */
  get isEmpty(): boolean {
    return this.frame === undefined && this.rest.length === 0
  }

  private checked(header: number, body: number): number {
    if (header > this.bounds.header || body > this.bounds.body)
      throw new BadFrame(`it announced a frame of ${header} and ${body} bytes, which is too long`)
    return prefixBytes + header + body
  }
}

const nothing = Buffer.alloc(0)

const parsed = (whole: Buffer): Frame => {
  const bodyAt = prefixBytes + whole.readUInt32LE(0)
  return { header: parseHeader(whole.toString("utf8", prefixBytes, bodyAt)), body: whole.subarray(bodyAt) }
}

const parseHeader = (json: string): Frame["header"] => {
  let header: unknown
  try {
    header = JSON.parse(json)
  } catch {
    throw new BadFrame("it sent a frame whose header is not JSON")
  }
  if (typeof header !== "object" || header === null || Array.isArray(header))
    throw new BadFrame("it sent a frame whose header is not an object")
  return header as Frame["header"]
}
