import type { Enforcement, SandboxName } from "./ExecutionGrant.ts"
import type { Args } from "./Json.ts"
import type { Refused } from "./Refused.ts"
import type { ToolOutput } from "./ToolOutput.ts"

/** What a sandbox brings back from a call that ran, however it ended. */
export interface Ran {
  readonly output: ToolOutput
  /** Why it ended before it was done; `output` is what there was by then. */
  readonly error: Refused | undefined
  readonly enforced: Enforcement
  /** Set where nobody knows whether the run took effect. */
  readonly executed?: "unknown" | undefined
}

/** The answer to a call. Every call id gets exactly one. */
export interface ToolExecution {
  readonly callId: string
  /** The tool that was looked up, or the name that was asked for. */
  readonly toolName: string
  /** As validated; for a call that was refused before that, a copy of what came, or `undefined` where that was no JSON object. */
  readonly arguments: Args | undefined
  readonly success: boolean
  readonly output: ToolOutput
  readonly error: Refused | undefined
  /** "no" promises that nothing happened. "unknown": it may have taken effect, and nobody knows. */
  readonly executed: "no" | "yes" | "unknown"
  readonly sandbox: SandboxName | undefined
  readonly enforced: Enforcement | undefined
  /** From the start of the run to its end; of a call that did not run, what the gate spent on it. In milliseconds. */
  readonly durationMs: number
  /** Spent waiting for a person and for a place, its own or that of a file it writes, and nothing else. In milliseconds. */
  readonly waitedMs: number
}
