/** The time that a run waits, for its caller or for shared resources. Overlapping waits count once. */
export class RunWaits {
  private open = 0
  private since = 0
  private total = 0

  count(isWaiting: boolean): void {
    const now = performance.now()
    if (isWaiting ? this.open++ === 0 : --this.open === 0) {
      if (isWaiting) this.since = now
      else this.total += now - this.since
    }
  }

  ms(now: number): number {
    return this.total + (this.open > 0 ? now - this.since : 0)
  }
}
