/** All descendants of one runner, counted together. A runner gets no more agents by having children of children. */
export class Family {
  private readonly most: number
  private readonly where: string
  private living = 0

  /** `where` says where the agents run, as a part of a sentence. */
  constructor(most: number, where = "beneath the first one") {
    this.most = most
    this.where = where
  }

  /** Whether no agent is counted. */
  get isEmpty(): boolean {
    return this.living === 0
  }

  /**
   * Counts a further agent. Returns the reason why there may be none, as the end of a sentence, or `undefined` if it
   * was counted.
   */
  enter(): string | undefined {
    if (this.living >= this.most)
      return `${this.living} agent${this.living === 1 ? " runs" : "s run"} ${this.where} already, and no more are allowed`
    this.living++
    return undefined
  }

  leave(): void {
    this.living--
  }
}

/** The reason why a runner of the last generation has no children, as the end of a sentence. */
export const noGeneration = "no further generation of agents is allowed"
