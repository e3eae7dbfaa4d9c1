/**
 * A clock that tells the time of day and never goes back. Where the time of day is set back or stands still, the monotonic clock
 * of the process carries it on, so that whatever has expired stays expired.
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
