import type { RunnerEvent } from "@toolgate/supervisor"
import { formatDuration } from "../text/formatDuration.ts"
import { formatShortSentence, formatShortText } from "../text/formatShortText.ts"

/** Returns a line about an event of a runner other than its calls and its end; "" if the event needs no line. */
export const formatRunnerEvent = (event: RunnerEvent): string => {
  switch (event.type) {
    case "runner.delegated":
      return `toolgate: Agent ${formatShortText(event.agent)} has started ${formatShortText(event.child)}.\n`
    case "runner.delegation_refused":
      return `toolgate: ✗ Agent ${formatShortText(event.agent)} may not start ${formatShortText(event.child)}: ${formatShortSentence(event.message)}\n`
    case "runner.restarting":
      return `toolgate: ${formatShortSentence(event.ending.message)} The runner starts again in ${formatDuration(event.delayMs)} (attempt ${event.attempt}).\n`
    default:
      return ""
  }
}
