/** An event with its number, counted from 1. */
export interface NumberedEvent<A> {
  readonly id: number
  readonly event: A
}

/**
 * The latest events. Listeners hold a number instead of a queue of their own, so a slow one costs nothing, and learns how
 * many events it has missed.
 */
export class EventRing<A> {
  private readonly most: number
  private readonly kept: Array<A | undefined>
  private count = 0
  private readonly listeners = new Set<() => void>()

  constructor(most: number) {
    this.most = most
    this.kept = new Array(most)
  }

  /** The number of the latest event; 0 before the first. */
  get last(): number {
    return this.count
  }

  add(event: A): void {
    this.kept[this.count % this.most] = event
    this.count += 1
    for (const wake of this.listeners) wake()
  }

  /** Returns at most `limit` events after a number, and how many before these are gone. */
  after(id: number, limit: number): { readonly lost: number; readonly events: ReadonlyArray<NumberedEvent<A>> } {
    const first = Math.max(id, this.count - this.most)
    const last = Math.min(this.count, first + limit)
    const events: Array<NumberedEvent<A>> = []
    for (let at = first; at < last; at++) events.push({ id: at + 1, event: this.kept[at % this.most] as A })
    return { lost: first - id, events }
  }

  /** Calls `wake` after each event. Returns a function that ends this. */
  listen(wake: () => void): () => void {
    this.listeners.add(wake)
    return () => void this.listeners.delete(wake)
  }
}
