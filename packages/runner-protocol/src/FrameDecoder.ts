import { BadFrame } from "./BadFrame.ts"

/** What a decoder takes of the other side at the most. */
export interface FrameBounds {
  /** Bytes of a frame, without its line end. */
  readonly frameBytes: number
  /** Arrays and objects within each other. */
  readonly depth: number
  /** Values of a frame in all. */
  readonly values: number
}

export const defaultFrameBounds: FrameBounds = { frameBytes: 16 * 1024 * 1024, depth: 128, values: 1_000_000 }

/**
 * JSON objects out of a stream of bytes, one a line, however the stream is cut. What it holds is bounded by what one frame may
 * be, and what it costs is linear in what came. Throws `BadFrame`, and is of no further use then.
 */
export class FrameDecoder {
  constructor(_bounds: FrameBounds = defaultFrameBounds) {
    throw new Error("to be written")
  }

  /** How many frames have come, the one that is refused included. */
  get frames(): number {
    return 0
  }

  /** True if nothing has come beyond the last frame. */
  get isEmpty(): boolean {
    return true
  }

  /** The frames that are complete with these bytes, one after the other, as they are asked for. */
  push(_bytes: Uint8Array): Iterable<Record<string, unknown>> {
    throw new BadFrame(1, "to be written")
  }
}
