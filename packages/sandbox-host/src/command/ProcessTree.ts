/** Everything that one run started, wherever it went. */
export interface ProcessTree {
  /** Asks every process to end. */
  terminate(): void
  /** Leaves none. */
  kill(): void
}
