import type { RunnerEvent } from "@toolgate/supervisor"
import { durationText } from "../text/durationText.ts"
import { shortSentence, shortText } from "../text/shortText.ts"

/** Returns a line about an event of a runner other than its calls and its end; "" if the event needs no line. */
export const runnerLine = (event: RunnerEvent): string => {
  switch (event.type) {
    case "runner.delegated":
      return `toolgate: Agent ${shortText(event.agent)} has started ${shortText(event.child)}.\n`
    case "runner.delegation_refused":
      return `toolgate: ✗ Agent ${shortText(event.agent)} may not start ${shortText(event.child)}: ${shortSentence(event.message)}\n`
    case "runner.restarting":
      return `toolgate: ${shortSentence(event.ending.message)} The runner starts again in ${durationText(event.delayMs)} (attempt ${event.attempt}).\n`
    default:
      return ""
  }
}
