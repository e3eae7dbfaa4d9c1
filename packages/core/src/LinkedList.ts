export interface LinkedEntry<A> {
  readonly value: A
  previous: LinkedEntry<A> | undefined
  next: LinkedEntry<A> | undefined
}

/** A list that removes any entry in constant time. An entry is in at most one list. */
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

  remove({ previous, next }: LinkedEntry<A>): void {
    if (previous === undefined) this.first = next
    else previous.next = next
    if (next === undefined) this.last = previous
    else next.previous = previous
  }
}
