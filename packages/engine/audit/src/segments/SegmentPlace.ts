import type { CallClaim, ClaimEnd, NotClaimed } from "@toolgate/core"
import type { Head } from "@toolgate/wire"

/** A place where segments are written: a folder of files, or a table. Every operation rejects with the error of the place. */
export interface SegmentPlace {
  /** The milliseconds for which records may wait to be written together. */
  readonly writeAfterMs: number
  /** Whether lines survive a loss of power as soon as they are written. */
  readonly syncsWrites: boolean
  /**
   * Opens a new segment with its first line. `first` returns that line for the ends of other segments that no segment names
   * yet. `before` is the last record that this process kept, and is among them whatever has become of it. When the promise
   * resolves, the line would survive a loss of power. When it rejects, there is no such segment.
   */
  readonly open: (
    name: string,
    before: Head | undefined,
    first: (after: ReadonlyArray<Head>) => Uint8Array
  ) => Promise<SegmentWriter>
  /** Makes the place anew after a failure, if somebody has removed it. */
  readonly restore: () => Promise<void>
}

/** A segment that is only appended to. Every operation rejects with the error of the place. */
export interface SegmentWriter {
  /** Appends lines. A place that takes claims does so in the same step. */
  readonly write: (batch: SegmentBatch) => Promise<void>
  /**
   * Resolves when the written lines survive a loss of power. Rejects with `SegmentGone` when somebody has removed, replaced or
   * changed the segment.
   */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The lines that are appended at once, and the claims of their calls. */
export interface SegmentBatch {
  /**
   * Returns the lines, each with its end. `answers` say of each claim why it was not taken, and its record is left out then.
   * May be called again, if the step has to be taken again.
   */
  readonly lines: (answers: ReadonlyArray<NotClaimed | undefined>) => Uint8Array
  readonly claims: ReadonlyArray<CallClaim>
  /** The claims of earlier batches that are settled before these are taken. */
  readonly settled: ReadonlyArray<SettledClaim>
}

/** A claim and its end. */
export interface SettledClaim {
  readonly claim: CallClaim
  readonly end: ClaimEnd
}
