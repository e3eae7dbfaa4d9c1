import { unlink } from "node:fs/promises"
import { join } from "node:path"
import type { AuditEvent, Head, LogOpened, RecordPlace } from "@toolgate/wire"
import { Entry } from "./Entry.ts"
import { openHeads } from "./openHeads.ts"
import { thisProcess } from "./recordedProcess.ts"
import { SealedLines } from "./SealedLines.ts"
import { type SegmentFile, type SegmentFiles, syncFolderOf } from "./SegmentFile.ts"
import { newSegmentName } from "./segmentName.ts"

/** A file of the log that this process writes: lines chained by hash, the first of which names what the file comes after. */
export class Segment {
  readonly name: string
  /** Records of calls that would be lost with the power. */
  unsynced = 0
  /** Those among them that would be lost with the process. */
  private unwritten = 0
  /** The last record that is not lost with the power. */
  kept: Head | undefined = undefined
  private readonly file: SegmentFile
  private writtenBytes = 0
  private written: Head | undefined = undefined
  private seq = 0
  /** Of all times of its records: a clock that was set back makes later ones earlier. */
  private latest = ""
  private readonly lines = new SealedLines()

  private constructor(name: string, file: SegmentFile) {
    this.name = name
    this.file = file
  }

  /** A new one, after what this process kept last. Its first record is kept already; where that fails, nothing is left of it. */
  static async open(folder: string, key: string, before: Head | undefined, files: SegmentFiles): Promise<Segment> {
    // In this order: what was whole at the time that the name says is seen.
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

  /** Bytes of all its lines. */
  get bytes(): number {
    return this.writtenBytes + this.lines.length
  }

  /** Bytes of the lines that are still to be written. */
  get unwrittenBytes(): number {
    return this.lines.length
  }

  /** Gives an entry its place. It is written with whatever is written next. */
  add(entry: Entry): void {
    this.seal(entry)
    this.unsynced++
    this.unwritten++
  }

  /** Gives each entry its place and writes them all at once, after what the log itself has to say. */
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

  /** Ends it in good order. */
  async close(because: "rotated" | "ended"): Promise<void> {
    await this.write([], { kind: "log.closed", because, latest: this.latest })
    await this.sync()
    await this.file.close()
  }

  /** Gives it up after an error: what the system says of it from then on means nothing. */
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

/** What pairs an intent and its outcome, in one record or in two. */
const pairedText = ({ intent, outcome }: Entry): string => {
  if (intent !== undefined) return `,${intent.about},"intent":${placeText(intent.place)}`
  return outcome === undefined ? "" : `,"outcome":{${outcome}}`
}

/** A place as JSON, in which names of segments need no escapes. */
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
