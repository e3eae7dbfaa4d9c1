import type { AuditRecord } from "@toolgate/wire"

/** A note about the time of a record when the clock was set back. */
interface TimeNote {
  readonly line: number
  readonly message: string
}

/** The times of the records of one segment, in the order in which they were written. */
export class TimesInSegment {
  /** The latest time. */
  latest = ""
  /** The first time, not earlier than the opening, at which the segment is sure to have been on the disk. */
  stoodAt: string | undefined = undefined
  /**
   * The note about a first record that is earlier than the opening: the clock was set back, or the record had waited
   * for the segment.
   */
  early: TimeNote | undefined = undefined
  /**
   * The note about a closing record that is earlier than the opening. A closing record never waits, so the clock was
   * set back.
   */
  endedEarly: TimeNote | undefined = undefined
  private opened = ""
  private before = ""

  /** Takes the next record, and returns the note about its time, if there is one. */
  next({ kind, at, seq: line }: AuditRecord): TimeNote | undefined {
    const { opened, before } = this
    if (at > this.latest) this.latest = at
    if (kind === "log.opened") {
      this.opened = at
      return undefined
    }
    if (this.stoodAt === undefined && at >= opened) this.stoodAt = at
    if (at < before) {
      this.before = at
      return { line, message: setBack(at, before) }
    }
    if (at < opened && kind === "log.closed") this.endedEarly = { line, message: setBack(at, opened) }
    else if (at < opened && before === "") this.early = { line, message: setBack(at, opened) }
    // The record of lost records has the time of its writing, and the records that follow it may have waited.
    if (kind !== "log.lost") this.before = at
    return undefined
  }
}

const setBack = (at: string, before: string): string =>
  `has the time ${at}, and what was written before it has ${before}: the clock was set back`
