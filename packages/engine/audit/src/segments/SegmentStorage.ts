import type { CallClaim, ClaimEnd, NotClaimed } from "@toolgate/core"
import type { Head } from "@toolgate/wire"

/** The storage for segments: a folder or a database table. Each operation rejects with the storage's error. */
export interface SegmentStorage {
  /** The milliseconds that records may wait, to be written in one batch. */
  readonly writeAfterMs: number
  /** Whether written lines survive a power loss without `sync`. */
  readonly syncsWrites: boolean
  /**
   * Opens a new segment. `first` builds the first line from the heads of other segments that no segment names yet.
   * `before` is the last record that this process stored, and is always among these heads. When the promise resolves,
   * the line would survive a power loss. When it rejects, no segment remains.
   */
  readonly open: (
    name: string,
    before: Head | undefined,
    first: (after: ReadonlyArray<Head>) => Uint8Array
  ) => Promise<SegmentWriter>
  /** Recreates the storage after a failure, if it was removed. */
  readonly restore: () => Promise<void>
}

/** An append-only segment. Each operation rejects with the storage's error. */
export interface SegmentWriter {
  /** Appends lines. Storage that supports claims takes them in the same transaction. */
  readonly write: (batch: SegmentBatch) => Promise<void>
  /**
   * Resolves when the written lines survive a power loss. Rejects with `SegmentGone` if the segment was removed,
   * replaced or changed.
   */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The lines of one write, and the claims of their calls. */
export interface SegmentBatch {
  /**
   * Returns the lines, each with its line end. `answers` contains, for each claim, why it was not taken; such records
   * are left out. May be called again if the transaction is retried.
   */
  readonly lines: (answers: ReadonlyArray<NotClaimed | undefined>) => Uint8Array
  readonly claims: ReadonlyArray<CallClaim>
  /** The claims of earlier batches, settled before these claims are taken. */
  readonly settled: ReadonlyArray<SettledClaim>
}

/** A claim and its end. */
export interface SettledClaim {
  readonly claim: CallClaim
  readonly end: ClaimEnd
}
