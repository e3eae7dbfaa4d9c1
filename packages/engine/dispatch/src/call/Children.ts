import type { Refused } from "@toolgate/core"

/** A call that another call makes. */
interface Child {
  willEnd(reason: Refused): void
  end(reason: Refused): void
}

/** The calls that a call has made and that have not ended. Most calls make none. */
export class Children<A extends Child> {
  private readonly calls = new Set<A>()

  get isEmpty(): boolean {
    return this.calls.size === 0
  }

  add(child: A): void {
    this.calls.add(child)
  }

  remove(child: A): void {
    this.calls.delete(child)
  }

  /** Keeps them from beginning; `end` follows. */
  willEnd(reason: Refused): void {
    for (const child of this.calls) child.willEnd(reason)
  }

  end(reason: Refused): void {
    for (const child of this.calls) child.end(reason)
  }
}
