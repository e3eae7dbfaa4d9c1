import type { SegmentEntry } from "./SegmentEntry.ts"

/** The approximate batch size, in UTF-16 code units. */
export const batchLength = 4 * 1024 * 1024

/** The limit of entries for one batch. SQLite allows 32,766 values in a statement, and a claim needs seven. */
const mostEntries = 4096

/** The queue of entries to write, in order. */
export class EntryQueue {
  /** The UTF-16 code units of all entries. */
  length = 0
  /** The number of entries that callers wait for. */
  waiting = 0
  private first: SegmentEntry | undefined = undefined
  private last: SegmentEntry | undefined = undefined

  get isEmpty(): boolean {
    return this.first === undefined
  }

  add(entry: SegmentEntry): void {
    this.length += lengthOf(entry)
    entry.isQueued = true
    if (this.last === undefined) this.first = entry
    else this.last.next = entry
    this.last = entry
    if (isWaitedFor(entry)) this.waiting++
  }

  /**
   * Adds an outcome to its queued intent, so that one record contains both. Returns `false` if the intent has left the
   * queue or a caller waits for it.
   */
  complete(intent: SegmentEntry, outcome: string): boolean {
    if (!intent.isQueued || isWaitedFor(intent)) return false
    this.length += outcome.length
    intent.outcome = outcome
    return true
  }

  /** Takes the first entry if it contains both intent and outcome. Returns `undefined` otherwise. */
  takeWhole(): SegmentEntry | undefined {
    const { first } = this
    return first?.outcome === undefined ? undefined : this.takeFirst(first)
  }

  /** Takes the first entries, up to one batch. */
  take(): ReadonlyArray<SegmentEntry> {
    const taken: Array<SegmentEntry> = []
    const most = this.length - batchLength
    while (this.first !== undefined && this.length > most && taken.length < mostEntries)
      taken.push(this.takeFirst(this.first))
    return taken
  }

  /** Takes all entries that callers wait for. The others stay in the queue. */
  takeWaiting(): ReadonlyArray<SegmentEntry> {
    const others = new EntryQueue()
    const waiting: Array<SegmentEntry> = []
    while (this.first !== undefined) {
      const entry = this.takeFirst(this.first)
      if (isWaitedFor(entry)) waiting.push(entry)
      else others.add(entry)
    }
    this.first = others.first
    this.last = others.last
    this.length = others.length
    return waiting
  }

  private takeFirst(first: SegmentEntry): SegmentEntry {
    this.first = first.next
    if (first.next === undefined) this.last = undefined
    first.next = undefined
    first.isQueued = false
    this.length -= lengthOf(first)
    if (isWaitedFor(first)) this.waiting--
    return first
  }
}

const lengthOf = ({ text, outcome = "" }: SegmentEntry): number => text.length + outcome.length

/** Whether a caller waits for the entry. */
export const isWaitedFor = ({ kept }: SegmentEntry): boolean => kept !== undefined
