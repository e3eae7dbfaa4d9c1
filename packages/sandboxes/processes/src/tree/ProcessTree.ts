/** All processes of one run. */
export interface ProcessTree {
  /** Asks every process to end. */
  terminate(): void
  /** Whether all processes are gone. */
  readonly isGone: boolean
  kill(): void
}
