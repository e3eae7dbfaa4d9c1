/** Limits on the frames that a decoder accepts. */
export interface FrameBounds {
  /** Bytes of a frame, without its line end. */
  readonly frameBytes: number
  /** Nesting depth of arrays and objects. */
  readonly depth: number
  /** All values of a frame, without member names. An empty array or object counts twice. */
  readonly values: number
  /** All member names. They are the most expensive part: parsing a million different names takes seconds. */
  readonly names: number
}

/** The default limits of supervisors and runners. */
export const defaultFrameBounds: FrameBounds = {
  frameBytes: 16 * 1024 * 1024,
  depth: 128,
  values: 1_000_000,
  names: 20_000
}
