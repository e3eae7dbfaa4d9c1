import { Turns } from "./Turns.ts"

/** A call in flight that can be told to end. */
interface Ending {
  readonly context: { readonly session: string }
  readonly executed: "no" | "yes"
  tellEnd(): void
}

/** The calls of one session that are still to be told, from `next` on. */
interface Line {
  readonly flights: Array<Ending>
  next: number
}

/**
 * Tells calls to end. A call that runs is told at once. Tens of thousands of others may wait, and each is answered when it is told.
 * So these are told in their order, a share in each turn of the event loop, one call of each session in turn.
 */
export class Endings {
  private readonly lines = new Map<string, Line>()
  private readonly turns = new Turns(() => this.tellSome())
  private readonly broke: (cause: unknown) => void

  /** `broke` is called with what a sandbox throws when it is told to stop a call. */
  constructor(broke: (cause: unknown) => void) {
    this.broke = broke
  }

  add(flight: Ending): void {
    if (flight.executed === "yes") {
      this.tell(flight)
      return
    }
    const line = this.lines.get(flight.context.session)
    if (line === undefined) this.lines.set(flight.context.session, { flights: [flight], next: 0 })
    else line.flights.push(flight)
    this.tellSome()
  }

  private tellSome(): void {
    while (this.lines.size > 0 && this.turns.take()) this.tellOne()
  }

  private tellOne(): void {
    for (const [session, line] of this.lines) {
      this.lines.delete(session)
      const flight = line.flights[line.next++]
      if (line.next < line.flights.length) this.lines.set(session, line)
      if (flight !== undefined) this.tell(flight)
      return
    }
  }

  private tell(flight: Ending): void {
    try {
      flight.tellEnd()
    } catch (cause) {
      this.broke(cause)
    }
  }
}
