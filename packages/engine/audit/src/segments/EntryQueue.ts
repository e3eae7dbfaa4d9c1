import type { Entry, Intent } from "../AuditStore.ts"

/** UTF-16 code units that are taken at once, about. */
export const batchLength = 4 * 1024 * 1024

/** The entries that are still to be written, in order. */
export class EntryQueue {
  /** UTF-16 code units of all of them. */
  length = 0
  /** How many of them somebody waits for. */
  waiting = 0
  private entries: Array<Entry> = []

  get isEmpty(): boolean {
    return this.entries.length === 0
  }

  add(entry: Entry): void {
    const { intent, text } = entry
    this.length += text.length
    // Nobody was told of an intent that is still here: one record then says all of the call.
    if (intent?.isQueued === true && !isWaitedFor(intent)) {
      intent.outcome = text
      return
    }
    // Of the many pieces that it was put together from it makes one text: they would outlive the collections of short-lived objects.
    text.isWellFormed()
    entry.isQueued = true
    this.entries.push(entry)
    if (isWaitedFor(entry)) this.waiting++
  }

  /** The first of them, as many as are to be written at once. */
  take(): ReadonlyArray<Entry> {
    let count = 0
    let length = 0
    while (count < this.entries.length && length < batchLength) {
      const entry = this.entries[count++] as Entry
      length += lengthOf(entry)
      entry.isQueued = false
      if (isWaitedFor(entry)) this.waiting--
    }
    this.length -= length
    return this.entries.splice(0, count)
  }

  /** Those that somebody waits for, wherever they stand; the others stay. */
  takeWaiting(): ReadonlyArray<Entry> {
    const waiting = this.entries.filter(isWaitedFor)
    this.entries = this.entries.filter((entry) => !isWaitedFor(entry))
    this.length = this.entries.reduce((length, entry) => length + lengthOf(entry), 0)
    this.waiting = 0
    for (const entry of waiting) entry.isQueued = false
    return waiting
  }
}

const lengthOf = ({ text, outcome = "" }: Entry & Partial<Intent>): number => text.length + outcome.length

/** Whether a call does not go on before it is told what became of the entry. */
export const isWaitedFor = ({ kept }: Entry): boolean => kept !== undefined
