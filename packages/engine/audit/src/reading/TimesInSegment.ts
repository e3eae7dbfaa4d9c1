import type { AuditRecord } from "@toolgate/wire"

/** A note that a record's time shows a clock set back. */
interface TimeNote {
  readonly line: number
  readonly message: string
}

/** The times of one segment's records, in the order of writing. */
export class TimesInSegment {
  latest = ""
  /** The first time, not before the opening, at which the segment certainly existed on disk. */
  stoodAt: string | undefined = undefined
  /**
   * A note that the first record is earlier than the opening: the clock was set back, or the record was queued before.
   */
  early: TimeNote | undefined = undefined
  /**
   * A note that the closing record is earlier than the opening. Closing records are never queued, so the clock was set
   * back.
   */
  endedEarly: TimeNote | undefined = undefined
  private opened = ""
  private before = ""

  /** Adds the next record. Returns a note if its time is suspicious. */
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
    // A `log.lost` record has the time of its writing. The records after it may have been queued earlier.
    if (kind !== "log.lost") this.before = at
    return undefined
  }
}

const setBack = (at: string, before: string): string =>
  `has the time ${at}, and what was written before it has ${before}: the clock was set back`
