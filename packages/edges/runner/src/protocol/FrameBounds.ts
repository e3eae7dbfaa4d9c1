/** The bounds on what a decoder takes from the other side. */
export interface FrameBounds {
  /** The bytes of a frame, without its line end. */
  readonly frameBytes: number
  /** The depth of nested arrays and objects. */
  readonly depth: number
  /** The number of all values of a frame, without the names of fields. An empty array or object counts twice. */
  readonly values: number
  /** The number of all names of fields. Names cost most: parsing a million different names takes seconds. */
  readonly names: number
}

/** The default bounds of a supervisor and a runner. */
export const defaultFrameBounds: FrameBounds = {
  frameBytes: 16 * 1024 * 1024,
  depth: 128,
  values: 1_000_000,
  names: 20_000
}
