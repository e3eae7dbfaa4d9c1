import type { Entry } from "./Entry.ts"

/** The number of UTF-16 code units that are written at once, approximately. */
export const batchLength = 4 * 1024 * 1024

/** The number of entries that are written at once. SQLite takes 32,766 values in a statement, and a claim needs seven. */
const mostEntries = 4096

/** A queue of the entries that are still to be written, in order. */
export class EntryQueue {
  /** The number of UTF-16 code units of all entries. */
  length = 0
  /** The number of entries that callers wait for. */
  waiting = 0
  private first: Entry | undefined = undefined
  private last: Entry | undefined = undefined

  get isEmpty(): boolean {
    return this.first === undefined
  }

  add(entry: Entry): void {
    this.length += lengthOf(entry)
    entry.isQueued = true
    if (this.last === undefined) this.first = entry
    else this.last.next = entry
    this.last = entry
    if (isWaitedFor(entry)) this.waiting++
  }

  /**
   * Adds the outcome of a call to its intent, so that one record holds both. Returns `false` when the intent has left
   * the queue, or when a caller waits for it.
   */
  complete(intent: Entry, outcome: string): boolean {
    if (!intent.isQueued || isWaitedFor(intent)) return false
    this.length += outcome.length
    intent.outcome = outcome
    return true
  }

  /** Takes the first entry if that holds the intent and the outcome of a call. Returns `undefined` otherwise. */
  takeWhole(): Entry | undefined {
    const { first } = this
    return first?.outcome === undefined ? undefined : this.takeFirst(first)
  }

  /** Takes the first entries, as many as are written at once. */
  take(): ReadonlyArray<Entry> {
    const taken: Array<Entry> = []
    const most = this.length - batchLength
    while (this.first !== undefined && this.length > most && taken.length < mostEntries)
      taken.push(this.takeFirst(this.first))
    return taken
  }

  /** Takes the entries that callers wait for, wherever they stand. The others stay. */
  takeWaiting(): ReadonlyArray<Entry> {
    const others = new EntryQueue()
    const waiting: Array<Entry> = []
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

  private takeFirst(first: Entry): Entry {
    this.first = first.next
    if (first.next === undefined) this.last = undefined
    first.next = undefined
    first.isQueued = false
    this.length -= lengthOf(first)
    if (isWaitedFor(first)) this.waiting--
    return first
  }
}

const lengthOf = ({ text, outcome = "" }: Entry): number => text.length + outcome.length

/** Whether a call waits until it learns whether the entry was kept. */
export const isWaitedFor = ({ kept }: Entry): boolean => kept !== undefined
