import * as Effect from "effect/Effect"
import type { CallOptions, ToolExecution } from "toolgate"
import { outputText } from "./executionText.ts"
import type { Screen } from "./Screen.ts"

/** What was shown of a call's output while it ran. */
interface Shown {
  /** True when the call printed more than its output may hold, so that the rest was not shown. */
  readonly incomplete: boolean
  /** Whether the last line that was shown is still open. */
  readonly openLine: boolean
}

/** The output of a call on the screen, as the call prints it. */
export class LiveOutput {
  private readonly screen: Screen["Service"]
  private incomplete = false
  private openLine = false
  private written = Promise.resolve()

  constructor(screen: Screen["Service"]) {
    this.screen = screen
  }

  /** Shows a part of the output after all parts before it: a listener of the call. */
  readonly show: NonNullable<CallOptions["onOutput"]> = ({ stream, text, cut }) => {
    this.incomplete ||= cut
    this.openLine = !text.endsWith("\n")
    const { result, notice } = this.screen
    this.written = this.written.then(() => Effect.runPromise(stream === "stdout" ? result(text) : notice(text)))
  }

  /** Resolves when all of the output is written. */
  async shown(): Promise<Shown> {
    await this.written
    return { incomplete: this.incomplete, openLine: this.openLine }
  }
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
