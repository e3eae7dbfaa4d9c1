/**
 * The member of a call that names the calling program. It is a symbol because calls may arrive as JSON: JSON text cannot
 * have such a member, so only code of this process can say that a program makes the call.
 */
export const calledBy: unique symbol = Symbol.for("@toolgate/core/calledBy")

/** A program at a model provider that makes a call. The gate treats the call as part of a chain. */
export interface ProgramCaller {
  /** The name of the provider, such as `anthropic`. */
  readonly provider: string
  /** The provider's id for this run of the program. */
  readonly parent: string
  /** The number of the call among the program's calls in this turn. */
  readonly index: number
}

/**
 * An agent's request to run a tool. It is untrusted and does not say who asks. The arguments are a value in `args`, or
 * JSON text from a model in `argsText`. Only `argsText` is parsed: a string in `args` stays a string. A call with both is
 * refused.
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
  /** An opaque id, chosen by the caller and repeated in the answer. Concurrent calls of one session need different ids. */
  readonly id: string
  /** The name of the tool, or one of its aliases. */
  readonly tool: string
  /**
   * An idempotency key, equal for every attempt at the same effect. Tools pass it on to systems that support such keys.
   * The default is the call's id.
   */
  readonly idempotencyKey?: string
  /** The program that makes the call in place of the agent. The provider formats set it. */
  readonly [calledBy]?: ProgramCaller
} & (
  | {
      /** The arguments as a value. A string stays a string. */
      readonly args: unknown
      readonly argsText?: undefined
    }
  | {
      /** The arguments as JSON text, as a model writes them. */
      readonly argsText: string
      readonly args?: undefined
    }
)
