import { type Refused, refused, type ToolError } from "@toolgate/core"
import { cutText } from "./cutText.ts"

/**
 * Returns the refusal for a tool's error, or `undefined` if the error cannot be read: a tool's own error class may
 * throw from its getters. Long text is cut.
 */
export const refuseToolError = (error: ToolError, outputBytes: number): Refused | undefined => {
  try {
    const said = error.refused()
    return { ...said, message: cutText(String(said.message), outputBytes) }
  } catch {
    return undefined
  }
}

/** Returns the refusal for an error that is not a `ToolError`. */
export const refuseUnexpectedError = (tool: string): Refused =>
  refused("ToolFailed", `Tool "${tool}" failed with an unexpected error; see the log.`, { userVisible: false })
