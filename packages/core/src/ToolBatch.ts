import * as Context from "effect/Context"

/**
 * The tools that are registered together, as those of one list of a server. Where the first definitions of a source are approved as they
 * come, those of one batch are. What comes later from a known source is not. Absent: each tool comes alone.
 */
export const ToolBatch = Context.Reference<object | undefined>("@toolgate/core/ToolBatch", {
  defaultValue: () => undefined
})
