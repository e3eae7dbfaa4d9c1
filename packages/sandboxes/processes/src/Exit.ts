/** How a program ended: with a status, or by a signal. */
export interface Exit {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}
