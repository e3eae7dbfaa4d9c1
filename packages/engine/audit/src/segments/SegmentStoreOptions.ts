import type { SegmentPlace } from "./SegmentPlace.ts"

/** The options of a store. */
export interface SegmentStoreOptions {
  readonly place: SegmentPlace
  /** The id of the digest key. */
  readonly key: string
  /** The size in bytes at which a segment is followed by another. */
  readonly segmentBytes: number
  /**
   * The number of bytes that may wait to be written before calls wait that otherwise would not. Beyond four times that,
   * records of denied calls are lost.
   */
  readonly queueBytes: number
  /**
   * Called when records cannot be written any more, when the reason changes, and when records can be written again.
   * Must not throw.
   */
  readonly tell: (state: { readonly failed: unknown } | { readonly lost: number; readonly refused: number }) => void
}
