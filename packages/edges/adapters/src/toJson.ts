import type { ToolExecution } from "toolgate"

/** Returns a value as JSON represents it. */
export const toJson = (value: unknown): NonNullable<ToolExecution["output"]["value"]> =>
  JSON.parse(JSON.stringify(value) ?? "null")
