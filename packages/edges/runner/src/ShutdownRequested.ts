/** The supervisor asked this program to end, and ends it when the grace is over. */
export class ShutdownRequested extends Error {
  override readonly name = "ShutdownRequested"
  /** How long it has, in milliseconds. */
  readonly graceMs: number

  constructor(reason: string, graceMs: number) {
    super(reason)
    this.graceMs = graceMs
  }
}
