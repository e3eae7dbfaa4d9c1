/** Whether a call took effect. "no" guarantees that nothing happened. "unknown" means that it may have taken effect. */
export type Executed = "no" | "yes" | "unknown"

/** The class of a failure. */
export type ErrorClass =
  | "not_found"
  | "validation_error"
  | "permission_denied"
  | "user_denied"
  | "timeout"
  | "execution_error"
  | "cancelled"
  | "confirmation_timeout"

/** The most that a tool is able to do. */
export type SideEffectClass = "NONE" | "READ" | "WRITE" | "EXECUTE" | "NETWORK"

/** An effect that a tool may have. */
export type SideEffect = "read_only" | "network_access" | "calls_llm" | "modifies_files" | "local_exec" | "system_state"

/** The risk of a tool's calls. HIGH and CRITICAL calls need a person's confirmation. */
export type ToolRisk = "SAFE" | "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"

/** The name of a limit. */
export type LimitName = "wallMs" | "cpuMs" | "memoryBytes" | "processes" | "outputBytes"

/** Members that a tool or its caller chooses. */
export interface Members {
  readonly [name: string]: unknown
}
