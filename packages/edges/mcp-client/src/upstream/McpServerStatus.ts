/** The state of a server behind the gate, and of its tools. */
export interface McpServerStatus {
  /** The operator's name for the server. */
  readonly server: string
  /** The owner of the server's tools, by which a gate's rules about pins name it. */
  readonly owner: string
  /** `needs sign-in`: a person has to sign in at the server. The gate then connects without a restart. */
  readonly state: "starting" | "connected" | "failed" | "needs sign-in"
  /** The reason why the server is not connected, as a sentence. */
  readonly why: string | undefined
  /** The registered names of the server's tools. */
  readonly tools: ReadonlyArray<string>
  /** The tools whose definition is not approved, each with the refusal of its calls. */
  readonly quarantined: ReadonlyArray<ToolFault>
  /** The tools, prompts and resources that the gate left out, by the server's names, escaped for a terminal. */
  readonly leftOut: ReadonlyArray<ToolFault>
}

/** A tool, prompt or resource that cannot be used, and the reason. */
export interface ToolFault {
  readonly tool: string
  readonly why: string
}
