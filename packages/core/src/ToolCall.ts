/**
 * What an agent asks for. Untrusted: nothing in it says who asks.
 *
 * Arguments come as JSON text or as a value, told apart by their tag and never by guessing: only `json` is parsed, and a
 * `value` that is a string stays a string.
 */
export interface ToolCall {
  /** Opaque, chosen by the caller, and echoed in the answer. Two calls in flight in one session may not share it. */
  readonly id: string
  readonly tool: string
  readonly args: { readonly json: string } | { readonly value: unknown }
  /**
   * The same for every attempt at the same effect: a tool that reaches a system with idempotency keys hands it on. The call's id,
   * where there is none.
   */
  readonly idempotencyKey?: string
}
