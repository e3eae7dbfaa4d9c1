/**
 * Limits the steps for reading one text and all texts inside it. Unlike time, steps do not depend on the machine or
 * its load.
 *
 * A step is a hundred operations of the parser, or a piece of the text that the parser reads, counted again where the
 * parser looks ahead. A text of full length that a person wrote takes up to 150 steps. The bound is for hostile texts:
 * on some of them, the grammar takes quadratic time and gigabytes of memory. A whole budget costs at most one second
 * of processor time, and a tenth of that for nearly every text.
 */
export class ReadingBudget {
  private left: number = maxSteps

  /** Takes a step. Returns `false` once no step is left. */
  take(): boolean {
    this.left--
    return this.left >= 0
  }

  /** Whether the budget was exceeded. */
  get isSpent(): boolean {
    return this.left < 0
  }
}

/** The number of steps that a text may cost. */
export const maxSteps = 512
