import type { JsonObject, ToolCall } from "@toolgate/core"
import type { TestContext } from "@toolgate/policy"

/** A call that is judged and never made. */
export interface DryCall extends Pick<ToolCall, "tool" | "args" | "argsText"> {
  readonly context: TestContext
  /** The definition of a tool that is not registered: JSON with the keys of `requestSchema`. */
  readonly definition?: JsonObject | undefined
}
