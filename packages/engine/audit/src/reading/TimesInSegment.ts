import type { AuditRecord } from "@toolgate/wire"

/** What is said of the time of a record, where a clock was set back. */
interface TimeNote {
  readonly line: number
  readonly message: string
}

/** The times of one segment, in the order in which they were written. */
export class TimesInSegment {
  /** The latest one. */
  latest = ""
  /** The first one after it was opened at which it surely stood on the disk. */
  stoodAt: string | undefined = undefined
  /** Of what comes first and is earlier than the opening: the clock was set back, or it had waited for the segment. */
  early: TimeNote | undefined = undefined
  /** Of a last record that is earlier than the opening, which waits for nothing. */
  endedEarly: TimeNote | undefined = undefined
  private opened = ""
  private before = ""

  /** What is to be said of the next record. */
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
    // What is written about lost records is of the moment of writing, and what comes with it had waited.
    if (kind !== "log.lost") this.before = at
    return undefined
  }
}

const setBack = (at: string, before: string): string =>
  `is of ${at}, and what was written before it of ${before}: the clock was set back`
