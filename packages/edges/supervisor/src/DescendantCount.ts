/** Counts all descendants of one runner together, so that children of children do not raise the limit. */
export class DescendantCount {
  private readonly most: number
  private readonly where: string
  private living = 0

  /** `where`: where the agents run, as part of a sentence. */
  constructor(most: number, where = "below the first one") {
    this.most = most
    this.where = where
  }

  get isEmpty(): boolean {
    return this.living === 0
  }

  /**
   * Counts another agent. Returns the reason as the end of a sentence if there may be no more, and `undefined`
   * otherwise.
   */
  enter(): string | undefined {
    if (this.living >= this.most)
      return `${this.living} agent${this.living === 1 ? " runs" : "s run"} ${this.where} already; that is the limit`
    this.living++
    return undefined
  }

  leave(): void {
    this.living--
  }
}

/** The reason why a runner of the last generation may not have children, as the end of a sentence. */
export const noGeneration = "agents at this depth may not start others"
