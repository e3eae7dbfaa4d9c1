import type { Permit } from "@toolgate/core"

/** How long one call waits: for a person, and for its turn among the calls that run and those that write its files. */
export class WaitingTime {
  /** Whether it has waited at all. */
  hasBegun = false
  private askedMs = 0
  private queuedMs = 0
  private since = 0
  private state: "asks" | "queues" | "goes on" = "goes on"

  asks(): void {
    this.turnTo("asks")
  }

  queues(): void {
    this.turnTo("queues")
  }

  goesOn(): void {
    if (this.hasBegun) this.turnTo("goes on")
  }

  /** In milliseconds, until now. A permit says itself how long a person took for it. */
  ms(permit: Permit | undefined): number {
    this.goesOn()
    const asked = permit === undefined ? this.askedMs : permit.waitedMs
    return this.queuedMs + (asked > 0 && Number.isFinite(asked) ? asked : 0)
  }

  private turnTo(state: typeof this.state): void {
    const now = performance.now()
    if (this.state === "asks") this.askedMs += now - this.since
    if (this.state === "queues") this.queuedMs += now - this.since
    this.hasBegun = true
    this.state = state
    this.since = now
  }
}
