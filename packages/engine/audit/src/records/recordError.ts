import { type Refused, refused, type ToolExecution } from "@toolgate/core"
import type { RecordedError } from "@toolgate/wire"
import type { CallRedaction } from "../redaction/CallRedaction.ts"

const shownMessage = 1024

export const recordError = (redaction: CallRedaction, given: Refused): RecordedError => {
  const error = isWhole(given) ? given : broken
  return { class: error.class, why: error.why, message: redaction.line(error.message, shownMessage) }
}

/**
 * Returns why a call did not succeed, or `undefined` if it succeeded. A message that the tool printed itself is output
 * and is left out of the record.
 */
export const findFailure = ({ error, output }: ToolExecution): Refused | undefined => {
  if (error?.why !== "ToolFailed") return error
  const isPrinted = output.content.some((block) => block.type === "text" && block.text === error.message)
  return isPrinted ? reported : error
}

const isWhole = ({ class: kind, why, message }: Refused): boolean =>
  [kind, why, message].every((text) => typeof text === "string")

const reported = refused("ToolFailed", "The tool reports a failure.")
const broken = refused("InternalError", "The run failed.")
