/** The state of a resident gate for its clients, and the way to end it. */
export interface ResidentDoor {
  /** The version of the program. Requests of clients of another version are refused. */
  readonly version: string
  readonly describe: () => Promise<object>
  /** Ends the resident gate, or with `onlyIfIdle` only if no call is open. Returns the number of calls that keep it from ending. */
  readonly stop: (onlyIfIdle: boolean) => number
  /** Called for each connection. Returns the function to call when it has ended. */
  readonly connected: () => () => void
}

/** The header in which clients send their version. */
export const versionHeader = "toolgate-version"
