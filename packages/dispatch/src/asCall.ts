import type { ToolCall } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** The call itself where it has the shape of one, and else what can be answered of it: callers without types exist. */
export const asCall = (given: ToolCall): ToolCall => (isCall(given) ? given : salvaged(given))

const isCall = (given: unknown): given is ToolCall =>
  Predicate.isObject(given) &&
  typeof given.id === "string" &&
  typeof given.tool === "string" &&
  Predicate.isObject(given.args) &&
  ("value" in given.args || typeof given.args.json === "string")

const salvaged = (given: unknown): ToolCall => {
  const { id, tool } = Predicate.isObject(given) ? given : ({} as Record<string, unknown>)
  return { id: asText(id), tool: asText(tool), args: { value: undefined } }
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "")
