import type { AbandonedSegment, AuditRecord, Head, LogClosed, LogOpened } from "@toolgate/wire"
import { checkHash } from "../segments/chain.ts"
import { parseRecord } from "../segments/parseRecord.ts"
import type { SegmentLine } from "./AuditSource.ts"
import type { SegmentFacts, Tell } from "./betweenSegments.ts"
import type { NamedHeads } from "./NamedHeads.ts"
import { TimesInSegment } from "./TimesInSegment.ts"

/** Checks one segment, line by line. */
export class SegmentCheck implements SegmentFacts {
  readonly segment: string
  opened: (AuditRecord & LogOpened) | undefined = undefined
  closed: LogClosed["because"] | undefined = undefined
  readonly times = new TimesInSegment()
  /** The segments that this segment reports as abandoned. */
  readonly givenUp: Array<string> = []
  records = 0
  lost = 0
  /** The number of the last line, if that line has no line end. */
  torn: number | undefined = undefined
  /** The record of the last complete line, if it could be read. */
  private last: AuditRecord | undefined = undefined
  private lines = 0
  private readonly named: NamedHeads
  private readonly report: (line: number, message: string) => void
  private readonly note: (line: number, message: string) => void

  constructor(segment: string, named: NamedHeads, report: Tell, note: Tell) {
    this.segment = segment
    this.named = named
    this.report = (line, message) => report(segment, line, message)
    this.note = (line, message) => note(segment, line, message)
  }

  get head(): Head | undefined {
    return this.last === undefined ? undefined : { segment: this.segment, seq: this.last.seq, hash: this.last.hash }
  }

  line({ number, bytes, isWhole, fault: apart }: SegmentLine): void {
    if (this.closed !== undefined) this.report(number, "comes after the end of its segment")
    // A gate never starts a line longer than any record, so this is a fault, not a torn line.
    else if (!isWhole && bytes !== undefined) this.torn = number
    else {
      const isSealed = bytes !== undefined && checkHash(bytes) !== undefined
      const record = isSealed ? parseRecord(bytes) : undefined
      const fault = record === undefined ? (isSealed ? noRecord : changed) : (this.faultOf(record, number) ?? apart)
      if (fault !== undefined) this.report(number, fault)
      if (record !== undefined) this.take(record, number)
      if (record?.kind === "log.closed") this.closed = record.because
      this.last = record
      this.lines = number
    }
  }

  private take(record: AuditRecord, number: number): void {
    this.records++
    this.named.met(this.segment, record)
    if (record.kind === "log.opened" && record.segment === this.segment) this.opened = record
    if (record.kind === "log.closed" && record.latest !== undefined && record.latest < this.times.latest)
      this.report(number, `says that nothing before it is later than ${record.latest}, and ${this.times.latest} is`)
    const setBack = this.times.next(record)
    if (setBack !== undefined) this.note(number, setBack.message)
    if (record.kind !== "log.lost") return
    this.lost += record.records
    if (record.given_up === undefined) return
    this.givenUp.push(record.given_up.segment)
    this.note(number, givenUpText(record.given_up))
  }

  end(): void {
    const after = this.named.after(this.segment, this.last?.seq ?? this.lines)
    if (after !== undefined) this.report(0, `ends before its record ${after.seq}, which is named by ${after.by}`)
  }

  private faultOf(record: AuditRecord, number: number): string | undefined {
    const { seq, prev, hash } = record
    // After an unreadable line there is no hash to compare with.
    const isComparable = this.last !== undefined || this.lines === 0
    if (isComparable && prev !== (this.last?.hash ?? null)) return "does not follow the line before it"
    if (seq !== number) return `is record ${seq}, and stands where record ${number} should`
    if ((number === 1) !== (record.kind === "log.opened"))
      return number === 1 ? "does not open its segment" : "opens its segment again"
    if (record.kind === "log.opened" && record.segment !== this.segment)
      return `is the beginning of another segment, "${record.segment}"`
    const by = this.named.contradictedBy(this.segment, seq, hash)
    return by === undefined ? undefined : `has another hash than ${by} names`
  }
}

const givenUpText = ({ segment, because }: AbandonedSegment): string =>
  `says that the segment "${segment}" was given up while it was written (${because})`

const noRecord = "carries its own hash, but is not a record"
const changed = "is not the line that was written: it does not carry its own hash"
