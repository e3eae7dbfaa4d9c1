/**
 * The error about a frame that is not one of the protocol. The message says which frame it was and what is wrong with
 * it, and never quotes its content.
 */
export class BadFrame extends Error {
  override readonly name = "BadFrame"
  /** The number of the frame, counted from 1. */
  readonly frame: number

  constructor(frame: number, problem: string) {
    super(`frame ${frame} ${problem}`)
    this.frame = frame
  }
}
