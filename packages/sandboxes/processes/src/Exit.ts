/** The end of a program: an exit status, or the signal that ended it. */
export interface Exit {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}
