import type { AuditRecord, Head } from "../AuditRecord.ts"
import { hashOf } from "../segments/chain.ts"
import { recordIn } from "../segments/recordIn.ts"
import type { NamedHeads } from "./NamedHeads.ts"
import type { SegmentLine } from "./segmentLines.ts"

/** Checks one segment, line by line. */
export class SegmentCheck {
  records = 0
  lost = 0
  /** The number of a last line without an end. */
  torn: number | undefined = undefined
  /** The record of the last whole line, where it could be read. */
  private last: AuditRecord | undefined = undefined
  private lines = 0
  private isClosed = false
  private readonly segment: string
  private readonly named: NamedHeads
  private readonly report: (line: number, message: string) => void

  constructor(segment: string, named: NamedHeads, report: (line: number, message: string) => void) {
    this.segment = segment
    this.named = named
    this.report = report
  }

  get head(): Head | undefined {
    return this.last === undefined ? undefined : { segment: this.segment, seq: this.last.seq, hash: this.last.hash }
  }

  line({ number, bytes, isWhole }: SegmentLine): void {
    if (this.isClosed) this.report(number, "comes after the end of its segment")
    // What is longer than any line was not begun by us.
    else if (!isWhole && bytes !== undefined) this.torn = number
    else {
      const isSealed = bytes !== undefined && hashOf(bytes) !== undefined
      const record = isSealed ? recordIn(bytes) : undefined
      const fault = record === undefined ? (isSealed ? noRecord : changed) : this.faultOf(record, number)
      if (fault !== undefined) this.report(number, fault)
      if (record !== undefined) this.records++
      if (record?.kind === "log.lost") this.lost += record.records
      this.isClosed = record?.kind === "log.closed"
      this.last = record
      this.lines = number
    }
  }

  end(): void {
    const after = this.named.after(this.segment, this.last?.seq ?? this.lines)
    if (after !== undefined) this.report(0, `ends before its record ${after.seq}, which is named by ${after.by}`)
  }

  private faultOf(record: AuditRecord, number: number): string | undefined {
    const { seq, prev, hash } = record
    // After a line that cannot be read there is nothing to compare with.
    const isComparable = this.last !== undefined || this.lines === 0
    if (isComparable && prev !== (this.last?.hash ?? null)) return "does not follow the line before it"
    if (seq !== number) return `is record ${seq}, and stands where record ${number} should`
    if ((number === 1) !== (record.kind === "log.opened")) return "is not what a segment begins with, or begins it anew"
    if (record.kind === "log.opened" && record.segment !== this.segment)
      return `is the beginning of another segment, "${record.segment}"`
    const by = this.named.contradictedBy(this.segment, seq, hash)
    return by === undefined ? undefined : `is another one than ${by} names`
  }
}

const noRecord = "carries its own hash, and is no record"
const changed = "is not the line that was written: it does not carry its own hash"
