import type { BrokeredGuest } from "@toolgate/core"
import type { WaitingCall } from "./runRefusals.ts"

/**
 * The way of a run from the first of its calls that waits for a person until it is suspended. The script gets no further answer, makes
 * the calls that it makes without one, and all of them end first.
 */
export class Suspension {
  private readonly guest: BrokeredGuest
  private readonly done: (waiting: ReadonlyArray<WaitingCall>) => void
  private readonly waiting: Array<WaitingCall> = []
  private state: "running" | "draining" | "stopped" = "running"
  private inFlight = 0
  /** Whether every call that the script has made is here. */
  private isIdle = false

  /** `done` is called once, with the calls that wait, unless the run is stopped before. */
  constructor(guest: BrokeredGuest, done: (waiting: ReadonlyArray<WaitingCall>) => void) {
    this.guest = guest
    this.done = done
  }

  /** Whether the script gets no further answer. */
  get isSilent(): boolean {
    return this.state !== "running"
  }

  /** Whether no call of the script is made any more. */
  get isStopped(): boolean {
    return this.state === "stopped"
  }

  /** Ends the making of calls, and with that the way to a suspension. */
  stop(): void {
    this.state = "stopped"
  }

  /** Notes that a call is being made. It has to end before the run is suspended. */
  callBegins(): void {
    this.inFlight++
  }

  /** Notes that a call that was being made has an answer, or waits. */
  callEnds(): void {
    this.inFlight--
    this.endIfDone()
  }

  /** Notes that a call waits. From the first one on, the script gets no further answer. */
  async waitFor(call: WaitingCall): Promise<void> {
    this.waiting.push(call)
    if (this.state !== "running") return
    this.state = "draining"
    // Calls that the script has made may be on their way.
    await this.guest.whenIdle()
    this.isIdle = true
    this.endIfDone()
  }

  private endIfDone(): void {
    if (this.state !== "draining" || !this.isIdle || this.inFlight > 0) return
    this.state = "stopped"
    this.done(this.waiting)
  }
}
