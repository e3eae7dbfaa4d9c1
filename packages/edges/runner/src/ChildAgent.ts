/** A program that the supervisor runs as a child of this agent. */
export interface ChildAgent {
  /** The child's name in policies. */
  readonly agent: string
  /** Resolves when the child ends. Rejects with `Disconnected` if the channel closes first. */
  readonly ended: Promise<AgentEnd>
  /** Asks the child to end. */
  readonly stop: () => void
}

/** The end of a child. */
export interface AgentEnd {
  /** Whether the child exited with status 0. */
  readonly ok: boolean
  /** A sentence about the child's end. */
  readonly message: string
  /** The child's reported result, or `undefined`. */
  readonly result: string | undefined
}

/** A child's program and permissions. */
export interface ChildAgentOptions {
  /** The child's name in policies. */
  readonly agent: string
  /** The program and its arguments, without a shell. */
  readonly command: ReadonlyArray<string>
  readonly role?: string | undefined
  readonly task?: string | undefined
  /** Default: all permissions of this agent. */
  readonly ceiling?: AgentCeiling | undefined
}

/**
 * The most that a child may do. Omitted members are inherited from the parent; an empty list allows nothing. A ceiling
 * that exceeds the parent's permissions is refused.
 */
export interface AgentCeiling {
  readonly tools?: ReadonlyArray<string> | undefined
  /** Absolute paths. */
  readonly files?: ReadonlyArray<{ readonly path: string; readonly mode: "r" | "w" | "rw" }> | undefined
  /** Default: any port. */
  readonly hosts?: ReadonlyArray<{ readonly host: string; readonly port?: number }> | undefined
  readonly readOnly?: boolean | undefined
  readonly noWeb?: boolean | undefined
}
