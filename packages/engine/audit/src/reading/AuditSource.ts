import type { Head } from "@toolgate/wire"

/**
 * A log to read, wherever it is kept: in a folder of files (`folderSource`), or in a database. A line is the same text in
 * both, so one check verifies both. Every operation rejects with the error of whatever holds the log.
 */
export interface AuditSource {
  /** Returns the names of the segments, oldest first. */
  readonly segments: () => Promise<ReadonlyArray<string>>
  /**
   * Returns the lines of a segment in the order in which they were written, several at a time. With `from`, that line is
   * the first.
   */
  readonly lines: (segment: string, from?: LinePlace) => AsyncIterable<ReadonlyArray<SegmentLine>>
  /** Returns the last whole line of a segment, or `undefined` if there is none. */
  readonly last: (segment: string) => Promise<SegmentLine | undefined>
  /**
   * Returns the lines of all segments in the order of their times, several at a time. Lines that the filter leaves out
   * may be among them. When the rest of a segment cannot be read, a line 0 without bytes stands for it.
   */
  readonly inTime: (filter: LineFilter) => AsyncIterable<ReadonlyArray<TimedLine>>
  /** Returns the ends of segments that are kept beside the lines. A folder keeps none. */
  readonly heads: () => Promise<ReadonlyArray<Head>>
  /** Whether machines other than this one may write the log. */
  readonly isShared: () => Promise<boolean>
  /** Returns what is wrong with the digest key of an id, or `undefined` if nothing is, or nothing is known of keys. */
  readonly keyFault: (id: string) => Promise<KeyFault | undefined>
}

/** A line of a segment. */
export interface SegmentLine extends LinePlace {
  /** The bytes of the line without its end, or `undefined` for a line longer than any record. */
  readonly bytes: Uint8Array | undefined
  /** Whether the line has an end. A line without one is still being written, or was when its process died. */
  readonly isWhole: boolean
  /** A fault of the line apart from its text, as a sentence without its subject. */
  readonly fault?: string | undefined
}

/** The place of a line in a segment. */
export interface LinePlace {
  /** The number of the line, from 1. */
  readonly number: number
  /** The offset of the line, where the source counts in bytes. */
  readonly start: number
}

/** A line of any segment. */
export interface TimedLine {
  readonly segment: string
  readonly number: number
  readonly bytes: Uint8Array | undefined
}

/** The lines that a reader looks for. Without a member, all of them. */
export interface LineFilter {
  /** The time before which lines are left out: ISO 8601, UTC. */
  readonly since?: string | undefined
  readonly session?: string | undefined
  readonly tool?: string | undefined
  /** The id of a call. */
  readonly call?: string | undefined
}

/** A fault of a key: a word or two after "a key that is", and an explanation. */
export interface KeyFault {
  readonly state: string
  readonly why: string
}
