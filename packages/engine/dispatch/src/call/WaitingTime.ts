/** The waiting time of one call: for a person, for a slot and for locked files. */
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

  /** The total so far, in milliseconds. `known` overrides the measured time for the person. */
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
