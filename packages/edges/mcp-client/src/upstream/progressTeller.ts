import type { Progress } from "@modelcontextprotocol/client"
import type { ToolContext } from "@toolgate/core"
import type { Redaction } from "@toolgate/local-secrets/references"

/** Returns a function that shows the progress of a call to whoever watches it, as far as there is room. */
export const progressTeller = ({ emit }: ToolContext, redaction: Redaction) => {
  let room = mostProgress
  return ({ progress, total, message }: Progress): void => {
    const count = total === undefined ? undefined : `${progress} of ${total}`
    const said = message ? redaction.text(message) : undefined
    const line = [count, said].filter((part) => part !== undefined).join(": ") || `${progress}`
    const shown = `${line.slice(0, longestProgress)}
`
    room -= shown.length
    if (room > 0) emit("stderr", shown)
  }
}

/** The characters of all progress of a call, and of one piece of it. */
const mostProgress = 64 * 1024
const longestProgress = 1_000
