import type { SegmentStorage } from "./SegmentStorage.ts"

/** The options of a `SegmentStore`. */
export interface SegmentStoreOptions {
  readonly place: SegmentStorage
  readonly key: string
  /** The size in bytes at which the next segment begins. */
  readonly segmentBytes: number
  /**
   * The bytes that may be waiting before further calls have to wait. Beyond four times that, records of denied calls
   * are dropped.
   */
  readonly queueBytes: number
  /** Called when writing fails, when the reason changes, and when writing succeeds again. Must not throw. */
  readonly tell: (state: { readonly failed: unknown } | { readonly lost: number; readonly refused: number }) => void
}
