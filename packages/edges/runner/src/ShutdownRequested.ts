/** The reason of a shutdown: the supervisor asked this program to end, and ends it when the grace is over. */
export class ShutdownRequested extends Error {
  override readonly name = "ShutdownRequested"
  /** The time that the program has to end by itself, in milliseconds. */
  readonly graceMs: number

  constructor(reason: string, graceMs: number) {
    super(reason)
    this.graceMs = graceMs
  }
}
