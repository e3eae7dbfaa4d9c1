import { FairQueue, type QueueShare } from "@toolgate/core"
import { EventLoopShare } from "../slots/EventLoopShare.ts"

/** A call in flight that can be told to end. */
interface Ending {
  readonly share: QueueShare
  readonly executed: "no" | "yes"
  tellEnd(): void
}

/**
 * Tells calls to end. A call that runs is told at once. Tens of thousands of others may wait, and each is answered when it is told.
 * So these are told a share in each turn of the event loop, in the turns of their agents and sessions.
 */
export class Endings {
  private readonly waiting = new FairQueue<Ending>()
  private readonly loopShare = new EventLoopShare(() => this.tellSome())
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
    this.waiting.add(flight.share, flight)
    this.tellSome()
  }

  private tellSome(): void {
    while (this.waiting.isReady && this.loopShare.take()) {
      const flight = this.waiting.next()
      if (flight !== undefined) this.tell(flight)
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
