import type { ToolExecution } from "toolgate"

/** Returns a value as JSON represents it. */
export const asJson = (value: unknown): NonNullable<ToolExecution["output"]["value"]> =>
  JSON.parse(JSON.stringify(value) ?? "null")
