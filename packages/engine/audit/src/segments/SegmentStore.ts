import type { AuditStore } from "@toolgate/core"
import type { GivenUp, Head } from "@toolgate/wire"
import { makeFolder } from "../makeFolder.ts"
import { Entry } from "./Entry.ts"
import { batchLength, EntryQueue, isWaitedFor } from "./EntryQueue.ts"
import { reasonOf } from "./reasonOf.ts"
import { Segment } from "./Segment.ts"
import type { SegmentFiles } from "./SegmentFile.ts"

export interface SegmentStoreOptions {
  readonly folder: string
  /** Tells the key of the digests from others. */
  readonly key: string
  /** A segment of this size is followed by another. */
  readonly segmentBytes: number
  /** So much may wait to be written before calls that need not wait for it do; denials beyond four times that are lost. */
  readonly queueBytes: number
  readonly files: SegmentFiles
  /** Puts back what the folder holds beside segments, where somebody has taken it away. */
  readonly restore?: () => Promise<void>
  /** Told when records cannot be written any more, when it is for another reason, and when they can again. Does not throw. */
  readonly tell: (state: { readonly failed: unknown } | { readonly lost: number; readonly refused: number }) => void
}

/** Records that can wait are written after so many milliseconds, and synced after so many. */
const writeAfterMs = 5
const syncAfterMs = 1000
/** After a failure it is tried again when a call comes, but not sooner than this. */
const retryAfterMs = 1000

/**
 * Keeps records in segments. One loop writes: what has come meanwhile goes in one write, and in one sync if anything of it has
 * to last, so that a hundred callers wait for the disk as long as one.
 */
export class SegmentStore implements AuditStore<Entry> {
  private readonly options: SegmentStoreOptions
  private segment: Segment | undefined
  /** The last record that was kept in the segment before. */
  private before: Head | undefined = undefined
  private readonly queue = new EntryQueue()
  private loop: Promise<void> | undefined = undefined
  private writeTimer: ReturnType<typeof setTimeout> | undefined = undefined
  private syncTimer: ReturnType<typeof setTimeout> | undefined = undefined
  private isSyncDue = false
  private triedAt = Number.NEGATIVE_INFINITY
  private lost = 0
  private refused = 0
  /** The first segment that was given up since this was last said. */
  private givenUp: GivenUp | undefined = undefined
  private hasFailed = false
  /** Why, as it was told: what makes a retry fail may be something else. */
  private toldReason: string | undefined = undefined
  private isClosed = false

  private constructor(options: SegmentStoreOptions, segment: Segment) {
    this.options = options
    this.segment = segment
  }

  /** Rejects with the system's error where there can be no log in the folder. */
  static async open(options: SegmentStoreOptions): Promise<SegmentStore> {
    return new SegmentStore(options, await Segment.open(options.folder, options.key, undefined, options.files))
  }

  get flows(): boolean {
    return !this.hasFailed && this.waitingBytes < this.options.queueBytes
  }

  intend(text: string, about: string, durable: boolean, kept?: (isKept: boolean) => void): Entry {
    const intent = new Entry(text, durable, kept, about)
    this.add(intent)
    return intent
  }

  append(text: string): void {
    this.add(new Entry(text))
  }

  private add(entry: Entry): void {
    if (entry.kept !== undefined) {
      if (this.isClosed || this.hasJustFailed) {
        entry.kept(false)
        return
      }
    } else if (entry.intent === undefined && this.waitingBytes >= this.options.queueBytes * 4) {
      this.lost++
      return
    }
    this.queue.add(entry)
    this.wake()
  }

  complete(intent: Entry, outcome: string): void {
    if (this.queue.complete(intent, outcome)) this.sealWhole()
    else this.add(new Entry(outcome, false, undefined, "", intent))
  }

  countRefused({ place }: Entry): boolean {
    if (place === undefined) this.refused++
    return place === undefined
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.loop
    clearTimeout(this.writeTimer)
    clearTimeout(this.syncTimer)
    // Where the segment is gone by now, another one says so.
    for (let tries = 0; tries < 2; tries++) {
      await this.write()
      // Failed as it was written to, or as another one was to follow it.
      if (this.segment === undefined) continue
      try {
        await this.segment.close("ended")
        break
      } catch (error) {
        await this.fail(error, [])
      }
    }
    this.segment = undefined
  }

  private get hasJustFailed(): boolean {
    return this.hasFailed && performance.now() - this.triedAt < retryAfterMs
  }

  /** How much is still to be written, about. */
  private get waitingBytes(): number {
    return this.queue.length + (this.segment?.unwrittenBytes ?? 0)
  }

  private get isEmpty(): boolean {
    return this.queue.isEmpty && !(this.segment !== undefined && this.segment.unwrittenBytes > 0)
  }

  /**
   * Seals the first entries as far as each says all of its call. A line is bytes outside of the heap: entries that wait for the
   * next write would be copied by each collection of short-lived objects until then.
   */
  private sealWhole(): void {
    const { segment } = this
    if (segment === undefined || this.isClosed || segment.bytes >= this.options.segmentBytes) return
    for (let entry = this.queue.takeWhole(); entry !== undefined; entry = this.queue.takeWhole()) segment.add(entry)
  }

  /** Whether the loop has something to do that cannot wait. */
  private get isPressed(): boolean {
    const { waiting } = this.queue
    return waiting > 0 || this.isSyncDue || this.waitingBytes >= batchLength || (this.isClosed && !this.isEmpty)
  }

  private get isLosing(): boolean {
    return this.lost > 0 || this.refused > 0 || this.givenUp !== undefined
  }

  private wake(): void {
    if (this.loop !== undefined || this.isClosed || this.hasJustFailed) return
    if (this.isPressed) this.start()
    else if (this.writeTimer === undefined && !this.hasFailed)
      this.writeTimer = setTimeout(() => this.start(), writeAfterMs)
  }

  private start(): void {
    clearTimeout(this.writeTimer)
    this.writeTimer = undefined
    // Not at once: what comes in the same turn of the event loop goes along.
    this.loop = turn().then(() => this.write())
  }

  private async write(): Promise<void> {
    while (!this.isEmpty || this.isSyncDue || (this.isClosed && this.isLosing)) {
      let batch: ReadonlyArray<Entry> = []
      try {
        const segment = await this.usable()
        batch = this.queue.take()
        await this.put(segment, batch)
      } catch (error) {
        await this.fail(error, batch)
        break
      }
      for (const { kept } of batch) if (kept !== undefined) told(kept, true)
      // Those who were told go on before the next batch is taken, so that what they ask for next is in it.
      await turn()
      if (!this.isPressed) break
    }
    this.loop = undefined
    // Also one that came while the failed segment was closed, and that nothing else would wake.
    if (this.queue.waiting > 0 || (!this.isEmpty && !this.hasFailed)) this.wake()
  }

  /** The segment to write in: after a failure or at its full size another one, which begins with what was lost. */
  private async usable(): Promise<Segment> {
    let { segment } = this
    if (segment !== undefined && segment.bytes >= this.options.segmentBytes) {
      await segment.close("rotated")
      this.before = segment.kept
      segment = undefined
      this.segment = undefined
    }
    if (segment === undefined) {
      this.triedAt = performance.now()
      const { folder, key, files, restore } = this.options
      if (this.hasFailed) {
        await makeFolder(folder)
        await restore?.()
      }
      segment = await Segment.open(folder, key, this.before, files)
      this.segment = segment
      if (this.hasFailed) this.options.tell({ lost: this.lost, refused: this.refused })
      this.hasFailed = false
    }
    return segment
  }

  private async put(segment: Segment, batch: ReadonlyArray<Entry>): Promise<void> {
    const { lost, refused, givenUp, isLosing } = this
    await segment.write(batch, isLosing ? { kind: "log.lost", records: lost, refused, given_up: givenUp } : undefined)
    if (isLosing || this.isSyncDue || batch.some(({ durable }) => durable)) await this.sync(segment)
    else this.syncLater()
    // Only now is it said for good.
    this.lost -= lost
    this.refused -= refused
    this.givenUp = undefined
  }

  private async sync(segment: Segment): Promise<void> {
    clearTimeout(this.syncTimer)
    this.syncTimer = undefined
    this.isSyncDue = false
    await segment.sync()
  }

  private syncLater(): void {
    if (this.syncTimer !== undefined || this.isClosed) return
    this.syncTimer = setTimeout(() => {
      this.syncTimer = undefined
      this.isSyncDue = true
      this.wake()
    }, syncAfterMs)
    this.syncTimer.unref()
  }

  /** After an error nothing is written to the segment any more: what the system says of it no longer means anything. */
  private async fail(error: unknown, batch: ReadonlyArray<Entry>): Promise<void> {
    const begun = batch.filter(isWaitedFor)
    const refused = [...begun, ...this.queue.takeWaiting()]
    this.lost += (this.segment?.unsynced ?? 0) - begun.length
    this.isSyncDue = false
    clearTimeout(this.syncTimer)
    this.syncTimer = undefined
    const { segment } = this
    const reason = reasonOf(error)
    if (segment !== undefined) this.givenUp ??= { segment: segment.name, because: reason }
    this.before = segment?.kept ?? this.before
    this.segment = undefined
    this.triedAt = performance.now()
    if (!this.hasFailed || reason !== this.toldReason) this.options.tell({ failed: error })
    this.toldReason = reason
    this.hasFailed = true
    await segment?.abandon()
    for (const { kept } of refused) if (kept !== undefined) told(kept, false)
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** What goes wrong in those who are told does not stop the writing: it ends up where it would have without us. */
const told = (kept: (isKept: boolean) => void, isKept: boolean): void => {
  try {
    kept(isKept)
  } catch (cause) {
    queueMicrotask(() => {
      throw cause
    })
  }
}
