import { openSync } from "node:fs"
import { createInterface, type Interface } from "node:readline"
import { ReadStream } from "node:tty"
import * as Effect from "effect/Effect"
import type { Screen } from "../Screen.ts"
import { dropTyped } from "./dropTyped.ts"

/**
 * Opens the terminal for input, even if standard input is a file or pipe. It is opened as a terminal, because reading it as a file could
 * not be aborted and would delay the end of the process.
 */
export const openTerminal = (): ReadStream => new ReadStream(openSync("/dev/tty", "r"))

/**
 * Returns the line that is typed after the prompt. `undefined` if the terminal closes or the signal aborts. Input from before the prompt is
 * discarded: it was meant for something else.
 */
export const readTypedLine = async (
  screen: Screen["Service"],
  input: ReadStream,
  prompt: string,
  signal: AbortSignal
): Promise<string | undefined> => {
  dropTyped(input)
  // In line mode, Ctrl-C remains a signal, which cancels the call and withdraws the question.
  const lines = createInterface({ input, terminal: false })
  try {
    const line = nextLine(lines, signal)
    await Effect.runPromise(screen.notice(prompt))
    return await line
  } finally {
    lines.close()
  }
}

const nextLine = (lines: Interface, signal: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    lines.once("line", resolve)
    lines.once("close", () => resolve(undefined))
    signal.addEventListener("abort", () => resolve(undefined), { once: true })
    if (signal.aborted) resolve(undefined)
  })
