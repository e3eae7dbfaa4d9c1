/** The options of a new session. The token decides who calls in it. */
export interface NewSession {
  /** A folder within the workspaces of the token. Default: the server's own. */
  readonly workspace?: string
  /** Refuses every tool that can change something, even if the policy allows it. */
  readonly readOnly?: boolean
  /** Refuses every tool that can reach the network, even if the policy allows it. */
  readonly noWeb?: boolean
  /** The names of active skills. */
  readonly skills?: ReadonlyArray<string>
  /** In a resident gate, the absolute paths of the policy files, from the widest to the narrowest. Default: the user's own. */
  readonly policy?: ReadonlyArray<string>
  /** In a resident gate: ignores the `toolgate.yaml` of the workspace. */
  readonly noProjectPolicy?: boolean
  /** In a resident gate, like `role` and `task`: the principal of the calls. */
  readonly agent?: string
  readonly role?: string
  readonly task?: string
}

/** A session of the gate. It belongs to the token that opened it. */
export interface SessionInfo {
  readonly id: string
  /** The name of the token. */
  readonly token: string
  readonly agent: string
  readonly role?: string
  readonly workspace: string
  /** In milliseconds since the epoch, like `endedAt`. */
  readonly openedAt: number
  readonly endedAt?: number
  /** The number of calls without an answer. */
  readonly openCalls: number
}
