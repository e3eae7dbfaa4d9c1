/** Everything that one run started, wherever it went. */
export interface ProcessTree {
  /** Asks every process to end. */
  terminate(): void
  /** Whether no process is left. */
  readonly isGone: boolean
  /** Kills every process. */
  kill(): void
}
