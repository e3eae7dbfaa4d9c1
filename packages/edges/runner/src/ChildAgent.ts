/** A program that the supervisor runs as a child of this agent. */
export interface ChildAgent {
  /** The name by which policies know the child. */
  readonly agent: string
  /** The end of the child. Rejects with `Disconnected` if the end will not be known. */
  readonly ended: Promise<AgentEnd>
  /** Asks the child to end. */
  readonly stop: () => void
}

/** The end of a child. */
export interface AgentEnd {
  /** True if the child ended by itself with status 0. */
  readonly ok: boolean
  /** The end in a sentence. */
  readonly message: string
  /** The result that the child has reported. `undefined` if it has reported none. */
  readonly result: string | undefined
}

/** The program of a child, and what the child may do. */
export interface ChildAgentOptions {
  /** The name by which policies know the child. */
  readonly agent: string
  /** The program and its arguments. No shell reads them. */
  readonly command: ReadonlyArray<string>
  readonly role?: string | undefined
  readonly task?: string | undefined
  /** Everything that this agent may do, by default. */
  readonly ceiling?: AgentCeiling | undefined
}

/**
 * The most that a child may do. The child inherits from its parent what is left out. An empty list allows nothing. A
 * ceiling that asks for more than the parent has is refused.
 */
export interface AgentCeiling {
  readonly tools?: ReadonlyArray<string> | undefined
  /** Absolute paths. */
  readonly files?: ReadonlyArray<{ readonly path: string; readonly mode: "r" | "w" | "rw" }> | undefined
  /** Any port by default. */
  readonly hosts?: ReadonlyArray<{ readonly host: string; readonly port?: number }> | undefined
  readonly readOnly?: boolean | undefined
  readonly noWeb?: boolean | undefined
}
