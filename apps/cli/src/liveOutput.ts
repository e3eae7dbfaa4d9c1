import type { EventsLost } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { ToolEvent, ToolExecution } from "toolgate"
import { outputText } from "./executionText.ts"
import type { Screen } from "./Screen.ts"

/** What was shown of a call's output while it ran. */
interface Shown {
  /** True when something was printed and not shown: too much of it, or too quickly. */
  readonly incomplete: boolean
  /** Whether the last line that was shown is still open. */
  readonly openLine: boolean
}

/** Shows what a call prints, as it comes, until the call has ended. */
export const showOutput = async (
  events: AsyncIterableIterator<ToolEvent | EventsLost>,
  callId: string,
  screen: Screen["Service"]
): Promise<Shown> => {
  let incomplete = false
  let openLine = false
  for await (const event of events) {
    if (event.type === "events.lost") incomplete = true
    else if (event.callId !== callId) continue
    else if (event.type === "tool.output_delta") {
      incomplete ||= event.cut
      openLine = !event.text.endsWith("\n")
      await Effect.runPromise(event.stream === "stdout" ? screen.result(event.text) : screen.notice(event.text))
    } else if (ends.has(event.type)) break
  }
  return { incomplete, openLine }
}

/** What is still to be printed of a call whose output may have been shown as it came. */
export const remainingText = (
  { output, success }: ToolExecution,
  shown: Shown | undefined,
  onTerminal: boolean
): string => {
  const newLine = shown?.openLine ? "\n" : ""
  if (shown === undefined || output.metadata.streamed !== true)
    return newLine + outputText(output, success && onTerminal)
  if (!shown.incomplete) return newLine
  return `${newLine}[Not all of it was shown as it came. What was kept:]\n${outputText(output, onTerminal)}`
}

const ends: ReadonlySet<ToolEvent["type"]> = new Set(["tool.completed", "tool.failed", "tool.input_invalid"])
