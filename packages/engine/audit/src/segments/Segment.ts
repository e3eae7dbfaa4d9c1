import { describeThisProcess } from "@toolgate/processes"
import type { AuditEvent, Head, LogOpened, RecordPlace } from "@toolgate/wire"
import { Entry } from "./Entry.ts"
import { SealedLines } from "./SealedLines.ts"
import type { SegmentBatch, SegmentPlace, SegmentWriter, SettledClaim } from "./SegmentPlace.ts"
import { newSegmentName } from "./segmentName.ts"

/**
 * A segment of the log that this process writes. The lines are chained by hash, and the first line names the segments
 * after which this one comes.
 */
export class Segment {
  readonly name: string
  /** The number of call records that a power failure would lose. */
  unsynced = 0
  /** The last record that a power failure would not lose. */
  kept: Head
  /** Whether the lines of a batch are not settled yet, because claims are being taken. No line may be added then. */
  isClaiming = false
  /** The number of unsynced records that the end of the process would lose too. */
  private unwritten = 0
  private readonly writer: SegmentWriter
  private writtenBytes: number
  private written: Head
  private seq: number
  /** The latest time of all records. When a clock was set back, later records have earlier times. */
  private latest: string
  private readonly lines: SealedLines

  private constructor(name: string, writer: SegmentWriter, lines: SealedLines, opened: Entry) {
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
   * Opens a new segment after the last record that this process kept. When the promise resolves, the first record is
   * kept. When it rejects, no segment remains.
   */
  static async open(place: SegmentPlace, key: string, before: Head | undefined): Promise<Segment> {
    // The name is made before the others are read, so that every record that was whole at the time in the name is seen.
    const name = newSegmentName(new Date())
    let lines = new SealedLines()
    let opened = new Entry("")
    const writer = await place.open(name, before, (after) => {
      lines = new SealedLines()
      opened = entryOf(openedRecord(name, key, after))
      lines.add(lineOf(opened, 1))
      return lines.peek()
    })
    return new Segment(name, writer, lines, opened)
  }

  /** The number of bytes of all lines. */
  get bytes(): number {
    return this.writtenBytes + this.lines.length
  }

  /** The number of bytes of the lines that are still to be written. */
  get unwrittenBytes(): number {
    return this.lines.length
  }

  /** Gives an entry its place. The entry is written together with the next write. */
  add(entry: Entry): void {
    this.seal(entry)
    this.unsynced++
    this.unwritten++
  }

  /**
   * Gives each entry its place and writes them all at once, after a record of the log itself. An entry whose claim was not
   * taken gets no place.
   */
  async write(
    entries: ReadonlyArray<Entry>,
    own?: AuditEvent,
    settled: ReadonlyArray<SettledClaim> = []
  ): Promise<void> {
    const claiming = entries.filter(({ claim }) => claim !== undefined)
    const claims = claiming.flatMap(({ claim }) => claim ?? [])
    const reset = this.mark()
    this.isClaiming = claims.length > 0
    let sealed: Uint8Array | undefined
    const lines: SegmentBatch["lines"] = (answers) => {
      // Without claims, the lines are the same each time, and others may have been added meanwhile.
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

  /** Closes the segment, with a last record that says why. */
  async close(because: "rotated" | "ended"): Promise<void> {
    await this.write([], { kind: "log.closed", because, latest: this.latest })
    await this.sync()
    await this.writer.close()
  }

  /** Gives the segment up after an error, after which the reports of its place mean nothing. */
  async abandon(): Promise<void> {
    await this.writer.close().catch(() => {})
  }

  /** Returns a function that takes back what is sealed from now on. */
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

  private seal(entry: Entry): void {
    const seq = ++this.seq
    entry.place = { segment: this.name, seq }
    if (entry.at > this.latest) this.latest = entry.at
    this.lines.add(lineOf(entry, seq))
  }
}

/** Returns the members of an entry's line at a place of its segment. */
const lineOf = (entry: Entry, seq: number): string =>
  `"seq":${seq},"at":"${entry.at}",${entry.text}${pairedText(entry)}`

/** Returns the members that pair an intent and its outcome, whether they are one record or two. */
const pairedText = ({ intent, outcome }: Entry): string => {
  if (intent !== undefined) return `,${intent.about},"intent":${placeText(intent.place)}`
  return outcome === undefined ? "" : `,"outcome":{${outcome}}`
}

/** Returns a place as JSON. Names of segments need no escapes. */
const placeText = (place: RecordPlace | undefined): string =>
  place === undefined ? "null" : `{"segment":"${place.segment}","seq":${place.seq}}`

const entryOf = (event: AuditEvent): Entry => new Entry(JSON.stringify(event).slice(1, -1))

const openedRecord = (segment: string, key: string, after: ReadonlyArray<Head>): LogOpened => ({
  kind: "log.opened",
  version: 1,
  segment,
  ...describeThisProcess(),
  key,
  after
})
