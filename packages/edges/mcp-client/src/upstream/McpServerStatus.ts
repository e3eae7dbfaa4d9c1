/** The state of a server behind the gate, and of the tools that it lists. */
export interface McpServerStatus {
  /** The operator's name for the server. */
  readonly server: string
  /** The owner of the server's tools, by which a gate's rules about pins name it. */
  readonly owner: string
  /** `needs sign-in`: a person has to sign in at the server, which the gate notices by itself. */
  readonly state: "starting" | "connected" | "failed" | "needs sign-in"
  /** The reason why the server is not connected, as a sentence. */
  readonly why: string | undefined
  /** The names under which the gate has the server's tools. */
  readonly tools: ReadonlyArray<string>
  /** The tools among them whose definition nobody has approved, each with the refusal of its calls. */
  readonly quarantined: ReadonlyArray<ToolFault>
  /** The listed tools, prompts and resources that nobody can reach, by the server's names, escaped for a terminal. */
  readonly leftOut: ReadonlyArray<ToolFault>
}

/** A tool, prompt or resource that cannot be reached, and the reason. */
export interface ToolFault {
  readonly tool: string
  readonly why: string
}
