/** The time that one call waits: for a person, and for its turn among the calls that run and those that write its files. */
export class WaitingTime {
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
    if (this.state !== "goes on") this.turnTo("goes on")
  }

  /** The time until now, in milliseconds. `known`, if it is set, says how long a person took. */
  ms(known: number | undefined): number {
    this.goesOn()
    const asked = known ?? this.askedMs
    return this.queuedMs + (asked > 0 && Number.isFinite(asked) ? asked : 0)
  }

  private turnTo(state: typeof this.state): void {
    const now = performance.now()
    if (this.state === "asks") this.askedMs += now - this.since
    if (this.state === "queues") this.queuedMs += now - this.since
    this.state = state
    this.since = now
  }
}
