import type { ToolCall } from "@toolgate/core"

/** The call itself where it has the shape of one, and else what can be answered of it: callers without types exist. */
export const asCall = (given: ToolCall): ToolCall => (isCall(given) ? given : salvaged(given))

/** True for what has the shape of a call. */
const isCall = (given: ToolCall | null | undefined): boolean =>
  typeof given === "object" &&
  given !== null &&
  typeof given.id === "string" &&
  typeof given.tool === "string" &&
  typeof given.args === "object" &&
  given.args !== null &&
  (given.idempotencyKey === undefined || typeof given.idempotencyKey === "string") &&
  ("value" in given.args || typeof given.args.json === "string")

const salvaged = (given: Partial<ToolCall> | null | undefined): ToolCall => ({
  id: asText(given?.id),
  tool: asText(given?.tool),
  args: { value: undefined }
})

const asText = (value: unknown): string => (typeof value === "string" ? value : "")
