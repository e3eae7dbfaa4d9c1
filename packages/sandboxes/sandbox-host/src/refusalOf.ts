import { type Refused, refused, type ToolError } from "@toolgate/core"
import { cutText } from "./cutText.ts"

/**
 * Returns the refusal of an error that a tool raised, or `undefined` if there is none: an error class of a tool's own runs the tool's
 * own code, which may break, and its text may be of any length.
 */
export const refusalOf = (error: ToolError, outputBytes: number): Refused | undefined => {
  try {
    const said = error.refused()
    return { ...said, message: cutText(String(said.message), outputBytes) }
  } catch {
    return undefined
  }
}

/** Returns the refusal of a call whose tool threw an error that is not a `ToolError`. */
export const unexpected = (tool: string): Refused =>
  refused("ToolFailed", `Tool "${tool}" failed with an unexpected error; the log says more.`, { userVisible: false })
