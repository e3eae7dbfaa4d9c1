/** The end of a program: an exit status, or a signal. */
export interface Exit {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}
