/** The bounds on the number of processes. */
export interface PoolBounds {
  /** The number of idle processes that are kept ready, once the first has been needed. */
  readonly spares: number
  /** The most processes at any time, including those that work and those that are ending. */
  readonly most: number
  /** The time for which a process beyond the spares may be idle, in milliseconds. */
  readonly idleMs: number
}
