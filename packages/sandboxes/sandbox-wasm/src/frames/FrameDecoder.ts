import { BadFrame } from "./BadFrame.ts"
import { prefixBytes } from "./encodeFrame.ts"

/** A decoded frame. Its header is an object with unchecked fields. */
export interface Frame {
  readonly header: { readonly [name: string]: unknown }
  readonly body: Uint8Array
}

/** The longest header and body, in bytes. */
export interface FrameBounds {
  header: number
  body: number
}

/**
 * Decodes a byte stream, in pieces of any size, into frames. Never stores more than one frame may take, even for single
 * bytes. Throws only `BadFrame`, for bytes that are not a frame.
 */
export class FrameDecoder {
  /** May be changed between two frames. */
  readonly bounds: FrameBounds
  /** Unread bytes. Empty while a frame is being filled. */
  private rest: Buffer = nothing
  private frame: Buffer | undefined = undefined
  private filled = 0

  private readonly parse: (header: string) => unknown

  /** `parse`: reads a header, and throws if it is invalid. */
  constructor(bounds: FrameBounds, parse: (header: string) => unknown = JSON.parse) {
    this.bounds = bounds
    this.parse = parse
  }

  /** Adds bytes, which then belong to the decoder. Call `next` until it returns `undefined` before the next push. */
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

  /** The missing part of a long frame, to read into. Report the bytes read with `filledUp`. */
  get missing(): Buffer | undefined {
    const { frame, filled } = this
    return frame === undefined || filled === frame.length ? undefined : frame.subarray(filled)
  }

  filledUp(bytes: number): void {
    this.filled += bytes
  }

  /** Returns the next frame if it is complete. */
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
    // The system provides memory only when it is written to, so an announced size costs nothing.
    this.frame = Buffer.allocUnsafeSlow(end)
    this.filled = rest.copy(this.frame)
    this.rest = nothing
    return undefined
  }

  /** Whether no byte has come after the last frame. */
  get isEmpty(): boolean {
    return this.frame === undefined && this.rest.length === 0
  }

  private read(whole: Buffer): Frame {
    const bodyAt = prefixBytes + whole.readUInt32LE(0)
    let header: unknown
    try {
      header = this.parse(whole.toString("utf8", prefixBytes, bodyAt))
    } catch {
      throw new BadFrame("it sent a frame whose header is not JSON, or has a duplicate member")
    }
    if (typeof header !== "object" || header === null || Array.isArray(header))
      throw new BadFrame("it sent a frame whose header is not an object")
    return { header: header as Frame["header"], body: whole.subarray(bodyAt) }
  }

  private checked(header: number, body: number): number {
    if (header > this.bounds.header || body > this.bounds.body)
      throw new BadFrame(`it declared a frame of ${header} and ${body} bytes, which is too long`)
    return prefixBytes + header + body
  }
}

const nothing = Buffer.alloc(0)
