/**
 * The member of a call with the program that makes it. A symbol, because a call may come as JSON from whoever asks: no JSON text has
 * such a member, so that only code of this process says that a call is a program's.
 */
export const calledBy: unique symbol = Symbol.for("@toolgate/core/calledBy")

/** A program that a provider of models runs, as the caller of a call. The gate takes the call as one of a chain. */
export interface ProgramCaller {
  /** The name of the provider, such as `anthropic`. */
  readonly provider: string
  /** The id that the provider gave the run of the program. */
  readonly parent: string
  /** The number of the call among those that the program made in this turn. */
  readonly index: number
}

/**
 * A request of an agent to run a tool, untrusted: nothing in it says who asks. The arguments are a value in `args`, or the JSON text
 * that a model wrote in `argsText`. Only `argsText` is parsed: a string in `args` stays a string. A call that has both is refused.
 *
 * ```ts
 * import type { ToolCall } from "toolgate"
 *
 * export const calls: ReadonlyArray<ToolCall> = [
 *   { id: "1", tool: "read_file", args: { path: "package.json" } },
 *   { id: "2", tool: "read_file", argsText: '{"path":"package.json"}' }
 * ]
 * ```
 */
export type ToolCall = {
  /** An opaque text, chosen by the caller and returned in the answer. Two calls in flight in one session may not share an id. */
  readonly id: string
  readonly tool: string
  /**
   * A key of the effect, equal for every attempt at it. A tool that reaches a system with idempotency keys passes the key on. A call
   * without a key uses its id.
   */
  readonly idempotencyKey?: string
  /** The program that makes the call, in place of the agent. The formats of providers set it. */
  readonly [calledBy]?: ProgramCaller
} & (
  | { readonly args: unknown; readonly argsText?: undefined }
  | { readonly argsText: string; readonly args?: undefined }
)
