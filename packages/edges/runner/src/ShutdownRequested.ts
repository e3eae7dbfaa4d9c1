/** The reason of a shutdown: the supervisor has asked this program to end, and kills it after the grace. */
export class ShutdownRequested extends Error {
  override readonly name = "ShutdownRequested"
  /** The grace in milliseconds. */
  readonly graceMs: number

  constructor(reason: string, graceMs: number) {
    super(reason)
    this.graceMs = graceMs
  }
}
