import type { Entry } from "./Entry.ts"

/** UTF-16 code units that are taken at once, about. */
export const batchLength = 4 * 1024 * 1024

/** The entries that are still to be written, in order. */
export class EntryQueue {
  /** UTF-16 code units of all of them. */
  length = 0
  /** How many of them somebody waits for. */
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

  /** Adds the outcome of a call to its intent, so that one record says all of the call. False where the intent has left, or is waited for. */
  complete(intent: Entry, outcome: string): boolean {
    if (!intent.isQueued || isWaitedFor(intent)) return false
    this.length += outcome.length
    intent.outcome = outcome
    return true
  }

  /** Takes the first entry where it says all of a call. */
  takeWhole(): Entry | undefined {
    const { first } = this
    return first?.outcome === undefined ? undefined : this.takeFirst(first)
  }

  /** Takes the first entries, as many as are to be written at once. */
  take(): ReadonlyArray<Entry> {
    const taken: Array<Entry> = []
    const most = this.length - batchLength
    while (this.first !== undefined && this.length > most) taken.push(this.takeFirst(this.first))
    return taken
  }

  /** Takes those that somebody waits for, wherever they stand. The others stay. */
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

/** Whether a call does not go on before it is told what became of the entry. */
export const isWaitedFor = ({ kept }: Entry): boolean => kept !== undefined
