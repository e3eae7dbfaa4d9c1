/** What came is no frame of the protocol. The message says which frame it was and what is wrong with it, never what stands in it. */
export class BadFrame extends Error {
  override readonly name = "BadFrame"
  /** Counted from 1. */
  readonly frame: number

  constructor(frame: number, problem: string) {
    super(`frame ${frame} ${problem}`)
    this.frame = frame
  }
}
