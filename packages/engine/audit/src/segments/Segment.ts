import { describeThisProcess } from "@toolgate/processes"
import type { AuditEvent, Head, LogOpened, RecordPosition } from "@toolgate/wire"
import { SealedLines } from "./SealedLines.ts"
import { SegmentEntry } from "./SegmentEntry.ts"
import type { SegmentBatch, SegmentStorage, SegmentWriter, SettledClaim } from "./SegmentStorage.ts"
import { makeSegmentName } from "./segmentName.ts"

/**
 * A segment that this process writes. Its lines are chained by hash, and its first line names the preceding segments.
 */
export class Segment {
  readonly name: string
  /** The number of call records that a power failure would lose. */
  unsynced = 0
  /** The last record that would survive a power failure. */
  kept: Head
  /** Whether a batch is taking claims. Its lines may still change, so no line may be added. */
  isClaiming = false
  /** The number of unsynced records that a crash of the process would lose too. */
  private unwritten = 0
  private readonly writer: SegmentWriter
  private writtenBytes: number
  private written: Head
  private seq: number
  /** The latest time of all records. After a clock was set back, later records have earlier times. */
  private latest: string
  private readonly lines: SealedLines

  private constructor(name: string, writer: SegmentWriter, lines: SealedLines, opened: SegmentEntry) {
    this.name = name
    this.writer = writer
    this.lines = lines
    this.writtenBytes = lines.take().length
    this.seq = 1
    this.latest = opened.at
    this.written = this.head
    this.kept = this.written
  }

  /**
   * Opens a new segment after the last record that this process stored. When the promise resolves, the first record is
   * stored. When it rejects, no segment remains.
   */
  static async open(place: SegmentStorage, key: string, before: Head | undefined): Promise<Segment> {
    // The name is chosen before the others are read, so that the segment sees every record that was complete at that
    // time.
    const name = makeSegmentName(new Date())
    let lines = new SealedLines()
    let opened = new SegmentEntry("")
    const writer = await place.open(name, before, (after) => {
      lines = new SealedLines()
      opened = entryOf(openedRecord(name, key, after))
      lines.add(lineOf(opened, 1))
      return lines.peek()
    })
    return new Segment(name, writer, lines, opened)
  }

  get bytes(): number {
    return this.writtenBytes + this.lines.length
  }

  /** The bytes of the lines not yet written. */
  get unwrittenBytes(): number {
    return this.lines.length
  }

  /** Assigns a position to an entry. The next write includes it. */
  add(entry: SegmentEntry): void {
    this.seal(entry)
    this.unsynced++
    this.unwritten++
  }

  /**
   * Writes entries in one batch, after an optional record of the log itself. An entry whose claim was not taken is not
   * written.
   */
  async write(
    entries: ReadonlyArray<SegmentEntry>,
    own?: AuditEvent,
    settled: ReadonlyArray<SettledClaim> = []
  ): Promise<void> {
    const claiming = entries.filter(({ claim }) => claim !== undefined)
    const claims = claiming.flatMap(({ claim }) => claim ?? [])
    const reset = this.mark()
    this.isClaiming = claims.length > 0
    let sealed: Uint8Array | undefined
    const lines: SegmentBatch["lines"] = (answers) => {
      // Without claims the lines are final, and other lines may have been added since.
      if (sealed !== undefined && !this.isClaiming) return sealed
      if (this.isClaiming) reset()
      if (own !== undefined) this.seal(entryOf(own))
      for (const [at, entry] of claiming.entries()) {
        entry.notClaimed = answers[at]
        entry.place = undefined
      }
      for (const entry of entries) if (entry.notClaimed === undefined) this.add(entry)
      sealed = this.isClaiming ? this.lines.peek() : this.lines.take()
      this.written = this.head
      this.writtenBytes += sealed.length
      this.unwritten = 0
      return sealed
    }
    try {
      await this.writer.write({ lines, claims, settled })
    } finally {
      if (this.isClaiming) this.lines.take()
      this.isClaiming = false
    }
  }

  async sync(): Promise<void> {
    await this.writer.sync()
    this.unsynced = this.unwritten
    this.kept = this.written
  }

  /** Closes the segment with a last record that gives the reason. */
  async close(because: "rotated" | "ended"): Promise<void> {
    await this.write([], { kind: "log.closed", because, latest: this.latest })
    await this.sync()
    await this.writer.close()
  }

  /** Abandons the segment after an error. Its file descriptor can no longer be trusted. */
  async abandon(): Promise<void> {
    await this.writer.close().catch(() => {})
  }

  /** Returns a function that undoes everything sealed from now on. */
  private mark(): () => void {
    const { seq, latest, unsynced, unwritten, written, writtenBytes } = this
    const reset = this.lines.mark()
    return () => {
      Object.assign(this, { seq, latest, unsynced, unwritten, written, writtenBytes })
      reset()
    }
  }

  private get head(): Head {
    return { segment: this.name, seq: this.seq, hash: this.lines.hash ?? "" }
  }

  private seal(entry: SegmentEntry): void {
    const seq = ++this.seq
    entry.place = { segment: this.name, seq }
    if (entry.at > this.latest) this.latest = entry.at
    this.lines.add(lineOf(entry, seq))
  }
}

/** Returns the members of an entry's line. */
const lineOf = (entry: SegmentEntry, seq: number): string =>
  `"seq":${seq},"at":"${entry.at}",${entry.text}${pairedText(entry)}`

/** Returns the members that link an intent and its outcome, in one record or two. */
const pairedText = ({ intent, outcome }: SegmentEntry): string => {
  if (intent !== undefined) return `,${intent.about},"intent":${placeText(intent.place)}`
  return outcome === undefined ? "" : `,"outcome":{${outcome}}`
}

/** Returns a position as JSON. Segment names need no escaping. */
const placeText = (place: RecordPosition | undefined): string =>
  place === undefined ? "null" : `{"segment":"${place.segment}","seq":${place.seq}}`

const entryOf = (event: AuditEvent): SegmentEntry => new SegmentEntry(JSON.stringify(event).slice(1, -1))

const openedRecord = (segment: string, key: string, after: ReadonlyArray<Head>): LogOpened => ({
  kind: "log.opened",
  version: 1,
  segment,
  ...describeThisProcess(),
  key,
  after
})
