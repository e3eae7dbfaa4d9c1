/**
 * The error for an invalid frame. The message gives the frame's number and the problem, and never quotes its content.
 */
export class BadFrame extends Error {
  override readonly name = "BadFrame"
  /** The frame's number, starting at 1. */
  readonly frame: number

  constructor(frame: number, problem: string) {
    super(`frame ${frame} ${problem}`)
    this.frame = frame
  }
}
