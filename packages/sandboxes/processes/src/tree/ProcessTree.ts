/** Everything that one run started, wherever it went. */
export interface ProcessTree {
  /** Asks every process to end. */
  terminate(): void
  /** Whether none is left. */
  readonly isGone: boolean
  /** Leaves none. */
  kill(): void
}
