import { unlink } from "node:fs/promises"
import { join } from "node:path"
import type { AuditEvent, Head, LogOpened } from "../AuditRecord.ts"
import type { Entry } from "../AuditStore.ts"
import { sealed } from "./chain.ts"
import { openHeads } from "./openHeads.ts"
import { thisProcess } from "./recordedProcess.ts"
import { type SegmentFile, type SegmentFiles, syncFolderOf } from "./SegmentFile.ts"
import { newSegmentName } from "./segmentName.ts"

/** A file of the log that this process writes: lines chained by hash, the first of which names what the file comes after. */
export class Segment {
  readonly name: string
  bytes = 0
  /** Records of calls that would be lost with the power. */
  unsynced = 0
  /** The last record that is not lost with the power. */
  kept: Head | undefined = undefined
  private readonly file: SegmentFile
  private seq = 0
  private hash: string | undefined = undefined

  private constructor(name: string, file: SegmentFile) {
    this.name = name
    this.file = file
  }

  /** A new one, after what this process kept last. Its first record is kept already; where that fails, nothing is left of it. */
  static async open(folder: string, key: string, before: Head | undefined, files: SegmentFiles): Promise<Segment> {
    const after = await openHeads(folder, before, files)
    const name = newSegmentName(new Date())
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

  /** Gives each entry its place and writes them all at once, after what the log itself has to say. */
  async write(entries: ReadonlyArray<Entry>, own?: AuditEvent): Promise<void> {
    let text = own === undefined ? "" : `${this.seal(entryOf(own))}\n`
    for (const entry of entries) text += `${this.seal(entry)}\n`
    const bytes = Buffer.from(text)
    this.bytes += bytes.length
    this.unsynced += entries.length
    await this.file.write(bytes)
  }

  async sync(): Promise<void> {
    await this.file.sync()
    this.unsynced = 0
    if (this.hash !== undefined) this.kept = { segment: this.name, seq: this.seq, hash: this.hash }
  }

  /** Ends it in good order. */
  async close(because: "rotated" | "ended"): Promise<void> {
    await this.write([], { kind: "log.closed", because })
    await this.sync()
    await this.file.close()
  }

  /** Gives it up after an error: what the system says of it from then on means nothing. */
  async abandon(): Promise<void> {
    await this.file.close().catch(() => {})
  }

  private seal(entry: Entry): string {
    const seq = ++this.seq
    entry.place = { segment: this.name, seq }
    const intent = entry.intent === undefined ? "" : `,"intent":${JSON.stringify(entry.intent.place ?? null)}`
    const { line, hash } = sealed(`"seq":${seq},${entry.text}${intent}`, this.hash)
    this.hash = hash
    return line
  }
}

const entryOf = (event: AuditEvent): Entry => ({
  text: JSON.stringify({ at: new Date().toISOString(), ...event }).slice(1, -1),
  durable: false,
  kept: undefined,
  place: undefined
})

const openedRecord = (segment: string, key: string, after: ReadonlyArray<Head>): LogOpened => ({
  kind: "log.opened",
  version: 1,
  segment,
  ...thisProcess(),
  key,
  after
})
