/** All that descends from one runner, counted together: nobody gets more by having children of children. */
export class Family {
  private readonly most: number
  private living = 0

  constructor(most: number) {
    this.most = most
  }

  /** Why there may be no further one, in a sentence's end; `undefined` where it is counted now. */
  enter(): string | undefined {
    if (this.living >= this.most)
      return `${this.living} agents run beneath the first one already, which is as many as may`
    this.living++
    return undefined
  }

  leave(): void {
    this.living--
  }
}
