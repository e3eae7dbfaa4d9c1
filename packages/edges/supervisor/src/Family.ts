/** All descendants of one runner, counted together. A runner gets no more agents by having children of children. */
export class Family {
  private readonly most: number
  private living = 0

  constructor(most: number) {
    this.most = most
  }

  /**
   * Counts a further agent. Returns the reason why there may be none, as the end of a sentence, or `undefined` if it
   * was counted.
   */
  enter(): string | undefined {
    if (this.living >= this.most)
      return `${this.living} agents run beneath the first one already, and no more are allowed`
    this.living++
    return undefined
  }

  leave(): void {
    this.living--
  }
}
