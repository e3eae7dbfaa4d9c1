import * as Effect from "effect/Effect"
import type { CallOptions, ToolExecution } from "toolgate"
import type { Screen } from "../Screen.ts"
import { formatOutput } from "./executionText.ts"

interface Shown {
  /** Whether a part of the output was not shown, because the call printed more than its output may hold. */
  readonly incomplete: boolean
  /** Whether the last line that was shown is unfinished. */
  readonly openLine: boolean
}

/** Shows a call's output while the call runs. */
export class LiveOutput {
  private readonly screen: Screen["Service"]
  private incomplete = false
  private openLine = false
  private written = Promise.resolve()

  constructor(screen: Screen["Service"]) {
    this.screen = screen
  }

  /** Shows a part of the output after all earlier parts. A listener of the call. */
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

/** Returns what is left to print about a call whose output may already have been shown. */
export const formatRemaining = (
  { output, success }: ToolExecution,
  shown: Shown | undefined,
  onTerminal: boolean
): string => {
  const newLine = shown?.openLine ? "\n" : ""
  if (shown === undefined || output.metadata.streamed !== true)
    return newLine + formatOutput(output, success && onTerminal)
  if (!shown.incomplete) return newLine
  return `${newLine}[Not all of the output was shown while the call ran. The output that was kept:]\n${formatOutput(output, onTerminal)}`
}
