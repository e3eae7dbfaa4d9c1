import type { AuditStore, CallClaim, ClaimEnd, IntentResult } from "@toolgate/core"
import type { Head } from "@toolgate/wire"
import { findReason } from "./assertSameFile.ts"
import { batchLength, EntryQueue, isWaitedFor } from "./EntryQueue.ts"
import { Losses } from "./Losses.ts"
import { Segment } from "./Segment.ts"
import { isRecord, notify, SegmentEntry } from "./SegmentEntry.ts"
import type { SegmentStoreOptions } from "./SegmentStoreOptions.ts"
import { Settlements } from "./Settlements.ts"

/** The milliseconds after which non-urgent records are synced. */
const syncAfterMs = 1000
/** The minimum milliseconds between two write attempts after a failure. A new call triggers the attempt. */
const retryAfterMs = 1000

/**
 * Stores records in segments. A single loop writes everything that has arrived in one batch, with one sync if any
 * record must be durable, so a hundred callers wait no longer than one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { type SegmentStorage, SegmentStore } from "@toolgate/audit"
 *
 * const lines: Array<string> = []
 * const place: SegmentStorage = {
 *   writeAfterMs: 0,
 *   syncsWrites: true,
 *   open: async (_name, _before, first) => {
 *     lines.push(String(first([])))
 *     const write: Awaited<ReturnType<SegmentStorage["open"]>>["write"] = async (batch) =>
 *       void lines.push(String(batch.lines([])))
 *     return { write, sync: async () => {}, close: async () => {} }
 *   },
 *   restore: async () => {}
 * }
 * const store = await SegmentStore.open({
 *   place,
 *   key: "its id",
 *   segmentBytes: 1_000_000,
 *   queueBytes: 1_000_000,
 *   tell: () => {}
 * })
 * store.append(JSON.stringify({ kind: "tool.call.denied" }))
 * await store.close()
 * assert.match(lines.join(""), /tool\.call\.denied/)
 * ```
 */
export class SegmentStore implements AuditStore<SegmentEntry> {
  private readonly options: SegmentStoreOptions
  private segment: Segment | undefined
  /** The last record stored in the previous segment. */
  private lastKept: Head | undefined = undefined
  private readonly queue = new EntryQueue()
  private loop: Promise<void> | undefined = undefined
  private writeTimer: ReturnType<typeof setTimeout> | undefined = undefined
  private syncTimer: ReturnType<typeof setTimeout> | undefined = undefined
  /** Whether written records are due to be synced. */
  private isSyncDue = false
  /** The time of the last failure or attempt to open a segment. */
  private triedAt = Number.NEGATIVE_INFINITY
  private readonly losses = new Losses()
  /** The claims to settle. */
  private readonly settling = new Settlements()
  private hasFailed = false
  /** The reason reported last. A retry may fail for another reason. */
  private reportedReason: string | undefined = undefined
  private isClosed = false

  private constructor(options: SegmentStoreOptions, segment: Segment) {
    this.options = options
    this.segment = segment
  }

  /** Opens a store. Rejects with the error of the place. */
  static async open(options: SegmentStoreOptions): Promise<SegmentStore> {
    return new SegmentStore(options, await Segment.open(options.place, options.key, undefined))
  }

  get flows(): boolean {
    return !this.hasFailed && this.waitingBytes < this.options.queueBytes
  }

  intend(
    text: string,
    about: string,
    durable: boolean,
    kept?: (isKept: IntentResult) => void,
    claim?: CallClaim
  ): SegmentEntry {
    const intent = new SegmentEntry(text, durable, kept, about, undefined, claim)
    this.add(intent)
    return intent
  }

  append(text: string): void {
    this.add(new SegmentEntry(text))
  }

  private add(entry: SegmentEntry): void {
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

  complete(intent: SegmentEntry, outcome: string, end?: ClaimEnd): void {
    if (end !== undefined) this.settling.add(intent, end)
    if (this.queue.complete(intent, outcome)) this.sealWholeCalls()
    else this.add(new SegmentEntry(outcome, false, undefined, "", intent))
  }

  whenKept(kept: (isKept: boolean) => void): void {
    if (this.losses.haveDropped) kept(false)
    else this.add(new SegmentEntry("", true, (isKept) => kept(isKept === true)))
  }

  countRefused({ place }: SegmentEntry): boolean {
    if (place === undefined) this.losses.refused++
    return place === undefined
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.loop
    clearTimeout(this.writeTimer)
    clearTimeout(this.syncTimer)
    // If the segment fails, a second round records that in a new segment.
    for (let tries = 0; tries < 2; tries++) {
      await this.drain()
      // The segment failed during the write, or the next one could not be opened.
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

  /** The approximate bytes not yet written. */
  private get waitingBytes(): number {
    return this.queue.length + (this.segment?.unwrittenBytes ?? 0)
  }

  private get isEmpty(): boolean {
    return this.queue.isEmpty && !(this.segment !== undefined && this.segment.unwrittenBytes > 0)
  }

  /**
   * Seals leading entries that contain a whole call. Sealed lines are outside the heap, while the garbage collector
   * would copy waiting entries.
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

  /** Starts the loop: at once for urgent work, otherwise after `writeAfterMs`. */
  private wake(): void {
    if (this.loop !== undefined || this.isClosed) return
    if (this.hasJustFailed) {
      // Other calls wait for the end of a claimed call, even if no further call arrives.
      if (!this.settling.isEmpty) this.writeTimer ??= setTimeout(() => this.start(), retryAfterMs)
    } else if (this.isUrgent) this.start()
    else if (this.writeTimer === undefined && !this.hasFailed)
      this.writeTimer = setTimeout(() => this.start(), this.options.place.writeAfterMs)
  }

  private start(): void {
    clearTimeout(this.writeTimer)
    this.writeTimer = undefined
    // Starts in the next turn of the event loop, so that everything from this turn goes into one batch.
    this.loop = turn().then(() => this.drain())
  }

  /** Writes batches until no urgent work remains. After a failure, leaves the rest for a later attempt. */
  private async drain(): Promise<void> {
    while (!this.isEmpty || !this.settling.isEmpty || this.isSyncDue || (this.isClosed && !this.losses.isNone)) {
      let batch: ReadonlyArray<SegmentEntry> = []
      try {
        const segment = await this.usableSegment()
        batch = this.queue.take()
        await this.writeBatch(segment, batch)
      } catch (error) {
        await this.fail(error, batch)
        break
      }
      for (const entry of batch) notify(entry, entry.notClaimed ?? true)
      // The callers continue before the next batch, so that it includes their next records.
      await turn()
      if (!this.isUrgent) break
    }
    this.loop = undefined
    // A record or the end of a claim may have arrived while the failed segment was being closed. Only this wakes the
    // loop for it.
    if (this.queue.waiting > 0 || !this.settling.isEmpty || (!this.isEmpty && !this.hasFailed)) this.wake()
  }

  /** Returns the segment to write to. Opens a new one after a failure, or if the current one is full. */
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

  private async writeBatch(segment: Segment, batch: ReadonlyArray<SegmentEntry>): Promise<void> {
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
   * Abandons the segment after an error and refuses the waiting calls. After a failed write or sync, the system's
   * reports about the file cannot be trusted.
   */
  private async fail(error: unknown, batch: ReadonlyArray<SegmentEntry>): Promise<void> {
    const begun = batch.filter(isWaitedFor)
    const refused = [...begun, ...this.queue.takeWaiting()]
    // Without a position, the record was not written, because the place failed first.
    const told = begun.filter((one) => isRecord(one) && one.place !== undefined).length
    const unplaced = batch.filter((one) => isRecord(one) && one.place === undefined && !isWaitedFor(one)).length
    this.losses.records += (this.segment?.unsynced ?? 0) - told + unplaced
    this.isSyncDue = false
    clearTimeout(this.syncTimer)
    this.syncTimer = undefined
    const { segment } = this
    const reason = findReason(error)
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
