/** An entry of a `LinkedList`. */
export interface LinkedEntry<A> {
  readonly value: A
  previous: LinkedEntry<A> | undefined
  next: LinkedEntry<A> | undefined
}

/** A list from which any entry is removed in one step, wherever it stands. An entry is in at most one list. */
export class LinkedList<A> {
  private last: LinkedEntry<A> | undefined = undefined
  first: LinkedEntry<A> | undefined = undefined

  push(value: A): LinkedEntry<A> {
    const entry: LinkedEntry<A> = { value, previous: this.last, next: undefined }
    if (this.last === undefined) this.first = entry
    else this.last.next = entry
    this.last = entry
    return entry
  }

  /** Removes an entry of this list. */
  remove({ previous, next }: LinkedEntry<A>): void {
    if (previous === undefined) this.first = next
    else previous.next = next
    if (next === undefined) this.last = previous
    else next.previous = previous
  }
}
