/**
 * The number of steps that one text may cost, together with all texts inside it. Unlike time, steps are equal in every
 * process, however busy the machine is.
 *
 * A step is a hundred operations of the parser, or a piece of the text that the parser reads, counted again where the
 * parser looks ahead. A text of full length that a person wrote takes up to 150 steps. The bound is for texts that
 * nobody means: on some of them, the grammar takes time in the square of their length, and gigabytes. A whole budget
 * costs at most a second of processor time, and a tenth of that for nearly every text.
 */
export class ReadingBudget {
  private left: number = maxSteps

  /** Takes a step. Returns `false` once no step is left. */
  take(): boolean {
    this.left--
    return this.left >= 0
  }

  /** Whether more steps were asked for than there are. */
  get isSpent(): boolean {
    return this.left < 0
  }
}

/** The number of steps that a text may cost. */
export const maxSteps = 512
