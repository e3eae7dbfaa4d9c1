import { FairQueue, type QueueShare } from "@toolgate/core"
import { EventLoopShare } from "../slots/EventLoopShare.ts"

interface Ending {
  readonly share: QueueShare
  readonly executed: "no" | "yes"
  tellEnd(): void
}

/**
 * Stops calls. A running call is stopped at once. Tens of thousands of others may be queued, and stopping one answers it;
 * so a limited number is stopped per event loop turn, in fair order.
 */
export class Endings {
  private readonly waiting = new FairQueue<Ending>()
  private readonly loopShare = new EventLoopShare(() => this.tellSome())
  private readonly broke: (cause: unknown) => void

  /** `broke` receives errors that a sandbox throws when it stops a call. */
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
