import * as Context from "effect/Context"

/**
 * Identifies tools that are registered together, such as the tools of one server. If first definitions of a source are
 * approved on first use, this applies to the whole batch; later tools of a known source are not approved. Absent: each
 * tool is its own batch.
 */
export const ToolBatch = Context.Reference<object | undefined>("@toolgate/core/ToolBatch", {
  defaultValue: () => undefined
})
