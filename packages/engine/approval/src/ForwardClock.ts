/**
 * A wall clock that never goes back. If the system clock is set back or stops, the process's monotonic clock continues it,
 * so that expired approvals stay expired.
 */
export class ForwardClock {
  private origin = Date.now() - performance.now()

  /** Returns the time in milliseconds since the epoch. */
  now(): number {
    const monotonic = performance.now()
    this.origin = Math.max(this.origin, Date.now() - monotonic)
    return Math.round(this.origin + monotonic)
  }
}
