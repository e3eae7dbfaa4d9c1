import type { Enforcement, SandboxName } from "./ExecutionGrant.ts"
import type { Args } from "./json/Json.ts"
import type { PendingApproval, Refused } from "./Refused.ts"
import type { SideEffect } from "./SideEffect.ts"
import type { FormEnd } from "./ToolForm.ts"
import type { ToolOutput } from "./ToolOutput.ts"

/** The outcome of a run, from its sandbox. */
export interface Ran {
  readonly output: ToolOutput
  /** The reason why the run ended early. `output` is the output until then. */
  readonly error: Refused | undefined
  readonly enforced: Enforcement
  /** "no" if the run certainly had no effect, "unknown" if it may have had one. */
  readonly executed?: "no" | "unknown" | undefined
}

/**
 * The answer to a call. Every call gets exactly one.
 *
 * ```ts
 * import type { ToolExecution } from "toolgate"
 *
 * export const shown = ({ toolName, success, output, error, executed }: ToolExecution): string => {
 *   if (success) return `${toolName} answered ${JSON.stringify(output.value ?? output.content)}`
 *   return `${toolName} failed (${error?.class}): ${error?.message} Executed: ${executed}.`
 * }
 * ```
 */
export interface ToolExecution {
  readonly callId: string
  /** The name of the tool, or the requested name if there is no such tool. */
  readonly toolName: string
  /** The tool's declared effects, or those of its class. Absent if the tool was not found. */
  readonly effects?: ReadonlyArray<SideEffect> | undefined
  /**
   * The validated arguments. If the call was refused before validation, a copy of the raw arguments, or `undefined` if
   * they are not a JSON object.
   */
  readonly arguments: Args | undefined
  readonly success: boolean
  readonly output: ToolOutput
  readonly error: Refused | undefined
  /** Whether the call took effect. "no" guarantees that nothing happened. "unknown" means that it may have taken effect. */
  readonly executed: "no" | "yes" | "unknown"
  readonly sandbox: SandboxName | undefined
  readonly enforced: Enforcement | undefined
  /** The running time in milliseconds, without waits for the caller. For a call that did not run, the gate's processing time. */
  readonly durationMs: number
  /** The time spent waiting for a person, for a slot and for locked files, in milliseconds. */
  readonly waitedMs: number
  /** The forms that the tool asked its caller to fill in, in the order in which they ended. Absent if there were none. */
  readonly forms?: ReadonlyArray<FormEnd>
  /** The pending approval of a deferred call. The call did not run: resume it after approval. */
  readonly pending?: PendingApproval
  /** True if this answer repeats that of an earlier call with the same idempotency key. This call did not run. */
  readonly replayed?: true
}

/** The answer of an earlier call with the same idempotency key, used instead of a run. */
export interface Replayed extends Pick<ToolExecution, "executed" | "output" | "error"> {
  readonly _tag: "Replayed"
}
