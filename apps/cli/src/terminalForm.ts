import type { AskForm } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { filledForm } from "./filledForm.ts"
import type { Screen } from "./Screen.ts"
import { openTerminal, typedLine } from "./typedLine.ts"

/** Returns a function that asks for a tool's input at the terminal, even if standard input is a file or a pipe. */
export const terminalForm =
  (screen: Screen["Service"]): AskForm =>
  async (form, signal) => {
    const input = openTerminal()
    try {
      return await filledForm(form, {
        line: (prompt) => typedLine(screen, input, prompt, signal),
        say: (text) => Effect.runPromise(screen.notice(text))
      })
    } finally {
      input.destroy()
    }
  }
