import type { ToolCall } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** A call as an app writes it: arguments as a value, or as the JSON text that a model produced, and not both. */
export type Call = { readonly id: string; readonly tool: string; readonly idempotencyKey?: string } & (
  | { readonly args: unknown }
  | { readonly argsText: string }
)

/** The call as the engine takes it. What is no call at all is for the engine to refuse: a door answers, and does not throw. */
export const toolCallOf = (call: Call): ToolCall => {
  if (!Predicate.isObject(call)) return call
  const { id, tool, args, argsText, idempotencyKey } = call as Partial<Record<keyof ToolCall | "argsText", unknown>>
  const key = idempotencyKey === undefined ? {} : { idempotencyKey }
  if (argsText === undefined) return { id, tool, args: { value: args }, ...key } as ToolCall
  // Two forms at once: nobody can say which of them was meant.
  return { id, tool, args: args === undefined ? { json: argsText } : undefined, ...key } as ToolCall
}
