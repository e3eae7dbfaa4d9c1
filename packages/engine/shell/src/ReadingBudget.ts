/**
 * How many steps one text may cost, with all the texts inside it. Unlike time, steps are the same for one text in every
 * process, however busy the machine is.
 *
 * A step is a hundred operations of the parser, or a piece of the text that the parser reads, again where it looks ahead.
 * Of what people write, a text of full length takes up to 150 steps. The bound is for texts that nobody means: for some of
 * them the grammar takes time in the square of their length, and gigabytes. A whole budget costs a second of processor time
 * at most, and for nearly every text a tenth of it.
 */
export class ReadingBudget {
  private left: number = maxSteps

  /** Takes a step. False if none is left, and from then on. */
  take(): boolean {
    this.left--
    return this.left >= 0
  }

  /** Whether more steps were asked for than there are. */
  get isSpent(): boolean {
    return this.left < 0
  }
}

/** How many steps a text may cost. */
export const maxSteps = 512
