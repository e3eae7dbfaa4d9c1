import * as Effect from "effect/Effect"
import type { EventsLost, ToolEvent } from "toolgate"
import type { Screen } from "./Screen.ts"

/** What was shown of a call's output while it ran. */
export interface Shown {
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

const ends: ReadonlySet<ToolEvent["type"]> = new Set(["tool.completed", "tool.failed", "tool.input_invalid"])
