/** How many processes there are. */
export interface PoolBounds {
  /** Idle ones that are kept ready, once the first has been needed. */
  readonly spares: number
  /** The most at any time, working ones and those that are on their way out included. */
  readonly most: number
  /** How long one beyond the spares may be idle, in milliseconds. */
  readonly idleMs: number
}
