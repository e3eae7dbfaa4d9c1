/** Limits on the number of processes. */
export interface PoolBounds {
  /** Idle processes to keep ready, after the first was needed. */
  readonly spares: number
  /** The most processes at any time, including working and ending ones. */
  readonly most: number
  /** The idle time of a process beyond the spares, in milliseconds. */
  readonly idleMs: number
}
