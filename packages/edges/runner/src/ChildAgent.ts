/** A program that the supervisor runs as a child of this agent. */
export interface ChildAgent {
  /** The name that policies know it by. */
  readonly agent: string
  /** How it ended. Rejects with `Disconnected` if that is not going to be heard. */
  readonly ended: Promise<AgentEnd>
  /** Asks it to end. */
  readonly stop: () => void
}

/** How a child ended. */
export interface AgentEnd {
  /** True if it ended by itself with the status 0. */
  readonly ok: boolean
  /** In a sentence. */
  readonly message: string
}

/** What is started, and what it may do. */
export interface ChildAgentOptions {
  /** The name that policies know it by. */
  readonly agent: string
  /** The program and its arguments. No shell reads them. */
  readonly command: ReadonlyArray<string>
  readonly role?: string | undefined
  readonly task?: string | undefined
  /** All that this agent may, if left out. */
  readonly ceiling?: AgentCeiling | undefined
}

/** The most that a child may do. What is left out it has from its parent; an empty list is none; more than that is refused. */
export interface AgentCeiling {
  readonly tools?: ReadonlyArray<string> | undefined
  /** Absolute paths. */
  readonly files?: ReadonlyArray<{ readonly path: string; readonly mode: "r" | "w" | "rw" }> | undefined
  /** Any port, where none is given. */
  readonly hosts?: ReadonlyArray<{ readonly host: string; readonly port?: number }> | undefined
  readonly readOnly?: boolean | undefined
  readonly noWeb?: boolean | undefined
}
