import type { Refused } from "@toolgate/core"

interface Child {
  willEnd(reason: Refused): void
  end(reason: Refused): void
}

/** The unfinished child calls of a call. */
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

  /** Marks the children as ending, so that none starts. Call `end` next. */
  willEnd(reason: Refused): void {
    for (const child of this.calls) child.willEnd(reason)
  }

  end(reason: Refused): void {
    for (const child of this.calls) child.end(reason)
  }
}
