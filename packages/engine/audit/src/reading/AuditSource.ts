import type { Head } from "@toolgate/wire"

/**
 * A log to read, from a folder (`folderSource`) or a database. Both store the same lines, so one verification works for
 * both. Each operation rejects with the storage's error.
 */
export interface AuditSource {
  /** Returns the names of the segments, oldest first. */
  readonly segments: () => Promise<ReadonlyArray<string>>
  /** Returns the lines of a segment in order, in batches, starting at `from` if given. */
  readonly lines: (segment: string, from?: LinePosition) => AsyncIterable<ReadonlyArray<SegmentLine>>
  /** Returns the last complete line of a segment, or `undefined` if there is no such line. */
  readonly last: (segment: string) => Promise<SegmentLine | undefined>
  /**
   * Returns the lines of all segments by time, in batches. May include lines that the filter excludes, but none before
   * or at `after`. A line 0 without bytes replaces the rest of a segment that cannot be read.
   */
  readonly inTime: (filter: LineFilter) => AsyncIterable<ReadonlyArray<TimedLine>>
  /** Returns the segment heads stored separately from the lines. A folder has none. */
  readonly heads: () => Promise<ReadonlyArray<Head>>
  /** Whether other machines may write to the log. */
  readonly isShared: () => Promise<boolean>
  /** Returns what is wrong with the digest key of this id, or `undefined` if the key is fine or not checked. */
  readonly keyFault: (id: string) => Promise<KeyFault | undefined>
}

/** A line of a segment. */
export interface SegmentLine extends LinePosition {
  /** The bytes of the line without its line end; `undefined` if the line is longer than any valid record. */
  readonly bytes: Uint8Array | undefined
  /** Whether the line has a line end. A line without a line end is still being written, or its process was killed. */
  readonly isWhole: boolean
  /** A fault outside the line's text, as a predicate such as "does not follow the line before it". */
  readonly fault?: string | undefined
}

/** The position of a line in a segment. */
export interface LinePosition {
  /** The line number, from 1. */
  readonly number: number
  /** The byte offset of the line, if the source counts bytes. */
  readonly start: number
}

/** A position in the order of `inTime`: by time, then by segment, then by line. */
export interface TimedPosition {
  /** The time of the line, or of the line before it if this one has no time. */
  readonly at: string
  readonly segment: string
  readonly number: number
}

/** A line of any segment. */
export interface TimedLine extends TimedPosition {
  readonly bytes: Uint8Array | undefined
}

/** The lines that a reader needs. Without any member, all lines. */
export interface LineFilter {
  /** Excludes records before this time (ISO 8601, UTC). */
  readonly since?: string | undefined
  readonly session?: string | undefined
  readonly tool?: string | undefined
  /** The id of a call. */
  readonly call?: string | undefined
  /** Excludes records after this time (ISO 8601, UTC). */
  readonly until?: string | undefined
  /** Only lines that come after this position in the chosen order. */
  readonly after?: TimedPosition | undefined
  /** Whether the latest line comes first. */
  readonly newestFirst?: boolean | undefined
  /**
   * The number of lines that the reader probably needs. With it, lines outside the times are left out, also those that
   * cannot be read.
   */
  readonly expected?: number | undefined
}

/** Compares two positions, as `Array.sort` does. */
export const comparePositions = (one: TimedPosition, other: TimedPosition): number =>
  compare(one.at, other.at) || compare(one.segment, other.segment) || one.number - other.number

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A fault of a key. `state` completes "a key that is …". */
export interface KeyFault {
  readonly state: string
  readonly why: string
}
