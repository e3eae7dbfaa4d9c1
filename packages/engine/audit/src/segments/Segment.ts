import { unlink } from "node:fs/promises"
import { join } from "node:path"
import { thisProcess } from "@toolgate/processes"
import type { AuditEvent, Head, LogOpened, RecordPlace } from "@toolgate/wire"
import { Entry } from "./Entry.ts"
import { openHeads } from "./openHeads.ts"
import { SealedLines } from "./SealedLines.ts"
import { type SegmentFile, type SegmentFiles, syncFolderOf } from "./SegmentFile.ts"
import { newSegmentName } from "./segmentName.ts"

/**
 * A file of the log that this process writes. The lines are chained by hash, and the first line names the segments
 * after which this one comes.
 */
export class Segment {
  readonly name: string
  /** The number of call records that a power failure would lose. */
  unsynced = 0
  /** The number of those records that the end of the process would lose too. */
  private unwritten = 0
  /** The last record that a power failure would not lose. */
  kept: Head | undefined = undefined
  private readonly file: SegmentFile
  private writtenBytes = 0
  private written: Head | undefined = undefined
  private seq = 0
  /** The latest time of all records. When a clock was set back, later records have earlier times. */
  private latest = ""
  private readonly lines = new SealedLines()

  private constructor(name: string, file: SegmentFile) {
    this.name = name
    this.file = file
  }

  /**
   * Opens a new segment after the last record that this process kept. When the promise resolves, the first record is
   * kept. When it rejects, no file remains.
   */
  static async open(folder: string, key: string, before: Head | undefined, files: SegmentFiles): Promise<Segment> {
    // The name is made before the others are read, so that every record that was whole at the time in the name is seen.
    const name = newSegmentName(new Date())
    const after = await openHeads(folder, before, files)
    const path = join(folder, name)
    const segment = new Segment(name, await files.create(path))
    try {
      await segment.write([], openedRecord(name, key, after))
      await segment.sync()
      await syncFolderOf(path)
      return segment
    } catch (error) {
      await segment.abandon()
      await unlink(path).catch(() => {})
      throw error
    }
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

  /** Gives each entry its place and writes them all at once, after a record of the log itself. */
  async write(entries: ReadonlyArray<Entry>, own?: AuditEvent): Promise<void> {
    if (own !== undefined) this.seal(entryOf(own))
    for (const entry of entries) this.add(entry)
    const { hash } = this.lines
    const bytes = this.lines.take()
    if (hash !== undefined) this.written = { segment: this.name, seq: this.seq, hash }
    this.writtenBytes += bytes.length
    this.unwritten = 0
    await this.file.write(bytes)
  }

  async sync(): Promise<void> {
    await this.file.sync()
    this.unsynced = this.unwritten
    this.kept = this.written
  }

  /** Closes the segment, with a last record that says why. */
  async close(because: "rotated" | "ended"): Promise<void> {
    await this.write([], { kind: "log.closed", because, latest: this.latest })
    await this.sync()
    await this.file.close()
  }

  /** Gives the segment up after an error, after which the system's reports about the file mean nothing. */
  async abandon(): Promise<void> {
    await this.file.close().catch(() => {})
  }

  private seal(entry: Entry): void {
    const seq = ++this.seq
    entry.place = { segment: this.name, seq }
    const { at } = entry
    if (at > this.latest) this.latest = at
    this.lines.add(`"seq":${seq},"at":"${at}",${entry.text}${pairedText(entry)}`)
  }
}

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
  ...thisProcess(),
  key,
  after
})
