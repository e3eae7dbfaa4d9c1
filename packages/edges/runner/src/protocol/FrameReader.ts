import { BadFrame } from "./BadFrame.ts"
import type { FrameBounds } from "./FrameBounds.ts"
import { parseFrame } from "./parseFrame.ts"

/**
 * Reads the texts of frames as JSON objects, and counts them: the lines of a pipe, or the text messages of a WebSocket.
 * Throws `BadFrame`. The length of a frame is for the caller to check, before it has stored all of the frame.
 */
export class FrameReader {
  private readonly bounds: FrameBounds
  private readonly parse: (text: string) => unknown
  private count = 0
  private broken: BadFrame | undefined

  /** `parse`: parses a frame's text, and throws like `JSON.parse`. */
  constructor(bounds: FrameBounds, parse: (text: string) => unknown = JSON.parse) {
    this.bounds = bounds
    this.parse = parse
  }

  /** The number of the last frame, starting at 1. A refused frame counts too. */
  get frames(): number {
    return this.count
  }

  /** Returns the object of a frame, or `undefined` for a blank text, which is not a frame. */
  read(text: string): Record<string, unknown> | undefined {
    this.check()
    if (isBlank(text)) return undefined
    const frame = parseFrame(text, this.bounds, this.parse)
    if (typeof frame === "string") return this.refuse(frame)
    this.count += 1
    return frame
  }

  /** Refuses the frame that comes after the last one. */
  refuse(problem: string): never {
    this.count += 1
    this.broken = new BadFrame(this.count, problem)
    throw this.broken
  }

  /** Throws the fault of an earlier frame again, because nothing may be read after it. */
  check(): void {
    if (this.broken !== undefined) throw this.broken
  }
}

/** Whether a text contains only blanks of JSON. Other Unicode blanks do not count. */
const isBlank = (text: string) => text.charCodeAt(0) !== openingBrace && /^[ \t\r\n]*$/.test(text)

const openingBrace = 0x7b
