import type { Enforcement, SandboxName } from "./ExecutionGrant.ts"
import type { Args } from "./json/Json.ts"
import type { PendingApproval, Refused } from "./Refused.ts"
import type { SideEffect } from "./SideEffect.ts"
import type { FormEnd } from "./ToolForm.ts"
import type { ToolOutput } from "./ToolOutput.ts"

/** The outcome of a call that ran, however it ended, as its sandbox returns it. */
export interface Ran {
  readonly output: ToolOutput
  /** The reason why the run ended before it was done. `output` is what there was by then. */
  readonly error: Refused | undefined
  readonly enforced: Enforcement
  /** Set to "no" if the tool knows that the run had no effect, and to "unknown" if nobody knows whether it had one. */
  readonly executed?: "no" | "unknown" | undefined
}

/**
 * The answer to a call. Every call id gets exactly one.
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
  /** The name of the tool that was looked up, or the name that was asked for if there is none. */
  readonly toolName: string
  /** The effects that the tool declares, or those of its class if it declares none. Absent if no tool was found. */
  readonly effects?: ReadonlyArray<SideEffect> | undefined
  /**
   * The validated arguments. For a call that was refused before its arguments were validated, a copy of what came, or `undefined`
   * if that was no JSON object.
   */
  readonly arguments: Args | undefined
  readonly success: boolean
  readonly output: ToolOutput
  readonly error: Refused | undefined
  /**
   * Whether the call took effect. "no" promises that nothing happened. "unknown" means that the call may have taken effect, and
   * nobody knows.
   */
  readonly executed: "no" | "yes" | "unknown"
  readonly sandbox: SandboxName | undefined
  readonly enforced: Enforcement | undefined
  /**
   * The time from the start of the run to its end, in milliseconds, without the time that it waited for answers to its forms. For a
   * call that did not run, the time that the gate spent on it.
   */
  readonly durationMs: number
  /**
   * The time spent waiting for a person and for places, in milliseconds: the call's own place and those of files that it writes.
   */
  readonly waitedMs: number
  /** The forms that the tool asked its caller to fill in, in the order in which they ended. Absent if it asked none. */
  readonly forms?: ReadonlyArray<FormEnd>
  /** The approval that the call waits for, if it was deferred. It did not run: resume it once it is approved. */
  readonly pending?: PendingApproval
  /** True if this is the answer of an earlier call with the same idempotency key. This call did not run. */
  readonly replayed?: true
}

/** The answer of an earlier call with the same idempotency key, which takes the place of a run. */
export interface Replayed extends Pick<ToolExecution, "executed" | "output" | "error"> {
  readonly _tag: "Replayed"
}
