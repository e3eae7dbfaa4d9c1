import type { AuditStore, CallClaim, ClaimEnd, Kept } from "@toolgate/core"
import type { Head } from "@toolgate/wire"
import { Entry, isRecord, notify } from "./Entry.ts"
import { batchLength, EntryQueue, isWaitedFor } from "./EntryQueue.ts"
import { Losses } from "./Losses.ts"
import { Segment } from "./Segment.ts"
import type { SegmentStoreOptions } from "./SegmentStoreOptions.ts"
import { Settlements } from "./Settlements.ts"
import { reasonOf } from "./standsAt.ts"

/** The milliseconds after which records that can wait are synced. */
const syncAfterMs = 1000
/**
 * The least number of milliseconds between two attempts to write after a failure. An attempt is made when a call comes.
 */
const retryAfterMs = 1000

/**
 * A store that keeps records in segments. One loop writes: everything that has come meanwhile goes into one write, and
 * into one sync if any of it has to be durable. A hundred callers thus wait for the disk as long as one.
 */
export class SegmentStore implements AuditStore<Entry> {
  private readonly options: SegmentStoreOptions
  private segment: Segment | undefined
  /** The last record that was kept in the previous segment. */
  private lastKept: Head | undefined = undefined
  private readonly queue = new EntryQueue()
  private loop: Promise<void> | undefined = undefined
  private writeTimer: ReturnType<typeof setTimeout> | undefined = undefined
  private syncTimer: ReturnType<typeof setTimeout> | undefined = undefined
  /** Whether written records are waiting to be synced, and their time has come. */
  private isSyncDue = false
  /** The time of the last attempt to open a segment, or of the last failure. */
  private triedAt = Number.NEGATIVE_INFINITY
  private readonly losses = new Losses()
  /** The claims that are still to be settled. */
  private readonly settling = new Settlements()
  private hasFailed = false
  /** The reason of the failure that was reported last. A retry may fail for another reason. */
  private reportedReason: string | undefined = undefined
  private isClosed = false

  private constructor(options: SegmentStoreOptions, segment: Segment) {
    this.options = options
    this.segment = segment
  }

  /** Opens a store. Rejects with the error of a place that can hold no log. */
  static async open(options: SegmentStoreOptions): Promise<SegmentStore> {
    return new SegmentStore(options, await Segment.open(options.place, options.key, undefined))
  }

  get flows(): boolean {
    return !this.hasFailed && this.waitingBytes < this.options.queueBytes
  }

  intend(text: string, about: string, durable: boolean, kept?: (isKept: Kept) => void, claim?: CallClaim): Entry {
    const intent = new Entry(text, durable, kept, about, undefined, claim)
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
      this.losses.records++
      this.losses.haveDropped = true
      return
    }
    this.queue.add(entry)
    this.wake()
  }

  complete(intent: Entry, outcome: string, end?: ClaimEnd): void {
    if (end !== undefined) this.settling.add(intent, end)
    if (this.queue.complete(intent, outcome)) this.sealWholeCalls()
    else this.add(new Entry(outcome, false, undefined, "", intent))
  }

  whenKept(kept: (isKept: boolean) => void): void {
    if (this.losses.haveDropped) kept(false)
    else this.add(new Entry("", true, (isKept) => kept(isKept === true)))
  }

  countRefused({ place }: Entry): boolean {
    if (place === undefined) this.losses.refused++
    return place === undefined
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.loop
    clearTimeout(this.writeTimer)
    clearTimeout(this.syncTimer)
    // When the segment is gone, a second round says so in another segment.
    for (let tries = 0; tries < 2; tries++) {
      await this.drain()
      // The segment failed while it was written, or another could not follow it.
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

  /** The number of bytes that are still to be written, approximately. */
  private get waitingBytes(): number {
    return this.queue.length + (this.segment?.unwrittenBytes ?? 0)
  }

  private get isEmpty(): boolean {
    return this.queue.isEmpty && !(this.segment !== undefined && this.segment.unwrittenBytes > 0)
  }

  /**
   * Seals the first entries as long as each holds a whole call. A sealed line is bytes outside the heap, while a
   * waiting entry would be copied by every collection of short-lived objects.
   */
  private sealWholeCalls(): void {
    const { segment } = this
    if (segment === undefined || segment.isClaiming || this.isClosed || segment.bytes >= this.options.segmentBytes)
      return
    for (let entry = this.queue.takeWhole(); entry !== undefined; entry = this.queue.takeWhole()) segment.add(entry)
  }

  /** Whether the loop has work that cannot wait. */
  private get isUrgent(): boolean {
    const { waiting } = this.queue
    const isFull = this.waitingBytes >= batchLength
    return waiting > 0 || !this.settling.isEmpty || this.isSyncDue || isFull || (this.isClosed && !this.isEmpty)
  }

  /** Starts the loop now if its work is urgent, and otherwise after `writeAfterMs`. */
  private wake(): void {
    if (this.loop !== undefined || this.isClosed) return
    if (this.hasJustFailed) {
      // Others wait for the end of a claimed call, whether another call comes or not.
      if (!this.settling.isEmpty) this.writeTimer ??= setTimeout(() => this.start(), retryAfterMs)
    } else if (this.isUrgent) this.start()
    else if (this.writeTimer === undefined && !this.hasFailed)
      this.writeTimer = setTimeout(() => this.start(), this.options.place.writeAfterMs)
  }

  private start(): void {
    clearTimeout(this.writeTimer)
    this.writeTimer = undefined
    // The loop starts in the next turn, so that everything that comes in this turn goes into the same write.
    this.loop = turn().then(() => this.drain())
  }

  /** Writes what has come until nothing urgent is left. After a failure, leaves the rest for a later attempt. */
  private async drain(): Promise<void> {
    while (!this.isEmpty || !this.settling.isEmpty || this.isSyncDue || (this.isClosed && !this.losses.isNone)) {
      let batch: ReadonlyArray<Entry> = []
      try {
        const segment = await this.usableSegment()
        batch = this.queue.take()
        await this.writeBatch(segment, batch)
      } catch (error) {
        await this.fail(error, batch)
        break
      }
      for (const entry of batch) notify(entry, entry.notClaimed ?? true)
      // The callers go on before the next batch is taken, so that their next records are part of it.
      await turn()
      if (!this.isUrgent) break
    }
    this.loop = undefined
    // A record or the end of a claim may have come while the failed segment was closed. Nothing else would wake the loop for it.
    if (this.queue.waiting > 0 || !this.settling.isEmpty || (!this.isEmpty && !this.hasFailed)) this.wake()
  }

  /** Returns the segment to write to. After a failure, or when the segment has reached its full size, opens another. */
  private async usableSegment(): Promise<Segment> {
    let { segment } = this
    if (segment !== undefined && segment.bytes >= this.options.segmentBytes) {
      await segment.close("rotated")
      this.lastKept = segment.kept
      segment = undefined
      this.segment = undefined
    }
    if (segment === undefined) {
      this.triedAt = performance.now()
      const { place, key } = this.options
      if (this.hasFailed) await place.restore()
      segment = await Segment.open(place, key, this.lastKept)
      this.segment = segment
      if (this.hasFailed) this.options.tell({ lost: this.losses.records, refused: this.losses.refused })
      this.hasFailed = false
    }
    return segment
  }

  private async writeBatch(segment: Segment, batch: ReadonlyArray<Entry>): Promise<void> {
    const lost = this.losses.record()
    const settled = this.settling.before(batch)
    await segment.write(batch.filter(isRecord), lost, settled)
    const isDurable = this.options.place.syncsWrites || batch.some(({ durable }) => durable)
    if (lost !== undefined || this.isSyncDue || isDurable) await this.sync(segment)
    else this.syncLater()
    this.settling.forget(settled)
    if (lost !== undefined) this.losses.forget(lost)
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

  /**
   * Gives the segment up after an error, and refuses the calls that wait. Nothing is written to the segment any more,
   * because the system's reports about the file mean nothing after an error.
   */
  private async fail(error: unknown, batch: ReadonlyArray<Entry>): Promise<void> {
    const begun = batch.filter(isWaitedFor)
    const refused = [...begun, ...this.queue.takeWaiting()]
    // A record without a place was not written, because the place failed before that.
    const told = begun.filter((one) => isRecord(one) && one.place !== undefined).length
    const unplaced = batch.filter((one) => isRecord(one) && one.place === undefined && !isWaitedFor(one)).length
    this.losses.records += (this.segment?.unsynced ?? 0) - told + unplaced
    this.isSyncDue = false
    clearTimeout(this.syncTimer)
    this.syncTimer = undefined
    const { segment } = this
    const reason = reasonOf(error)
    if (segment !== undefined) this.losses.givenUp ??= { segment: segment.name, because: reason }
    this.lastKept = segment?.kept ?? this.lastKept
    this.segment = undefined
    this.triedAt = performance.now()
    if (!this.hasFailed || reason !== this.reportedReason) this.options.tell({ failed: error })
    this.reportedReason = reason
    this.hasFailed = true
    await segment?.abandon()
    for (const entry of refused) notify(entry, false)
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
