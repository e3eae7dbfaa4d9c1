import type { BrokeredGuest } from "@toolgate/core"
import type { WaitingCall } from "./runRefusals.ts"

/**
 * Suspends a run, from its first waiting call until all calls have ended. The script gets no more answers in this time, and makes the calls
 * that do not depend on them.
 */
export class Suspension {
  private readonly guest: BrokeredGuest
  private readonly done: (waiting: ReadonlyArray<WaitingCall>) => void
  private readonly waiting: Array<WaitingCall> = []
  private state: "running" | "draining" | "stopped" = "running"
  private inFlight = 0
  /** Whether all calls of the script have arrived. */
  private isIdle = false

  /** `done` is called once with the waiting calls, unless the run stops first. */
  constructor(guest: BrokeredGuest, done: (waiting: ReadonlyArray<WaitingCall>) => void) {
    this.guest = guest
    this.done = done
  }

  /** Whether the script gets no more answers. */
  get isSilent(): boolean {
    return this.state !== "running"
  }

  /** Whether no more calls are made. */
  get isStopped(): boolean {
    return this.state === "stopped"
  }

  /** Stops making calls and abandons the suspension. */
  stop(): void {
    this.state = "stopped"
  }

  /** Counts a call that must end before the run is suspended. */
  callBegins(): void {
    this.inFlight++
  }

  /** Records that a call was answered or waits. */
  callEnds(): void {
    this.inFlight--
    this.endIfDone()
  }

  /** Records that a call waits. From the first one on, the script gets no more answers. */
  async waitFor(call: WaitingCall): Promise<void> {
    this.waiting.push(call)
    if (this.state !== "running") return
    this.state = "draining"
    // More calls of the script may be on their way.
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
