/** What a decoder takes of the other side at the most. */
export interface FrameBounds {
  /** Bytes of a frame, without its line end. */
  readonly frameBytes: number
  /** Arrays and objects within each other. */
  readonly depth: number
  /** Values of a frame in all, names of fields aside; an empty array or object counts for two. */
  readonly values: number
  /** Names of fields in all. They cost most: a million different ones take seconds to be parsed. */
  readonly names: number
}

/** What a supervisor and a runner take, unless told otherwise. */
export const defaultFrameBounds: FrameBounds = {
  frameBytes: 16 * 1024 * 1024,
  depth: 128,
  values: 1_000_000,
  names: 20_000
}
