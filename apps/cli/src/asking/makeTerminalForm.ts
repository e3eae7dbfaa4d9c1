import type { AskedForm, AskForm } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Screen } from "../Screen.ts"
import { fillForm } from "./fillForm.ts"
import { openTerminal, readTypedLine } from "./readTypedLine.ts"

/** Returns a function that asks for a tool's input at the terminal, even if standard input is a file or pipe. */
export const makeTerminalForm = (screen: Screen["Service"]): AskForm => {
  // Forms are filled in one after the other.
  const turn = Semaphore.makeUnsafe(1)
  const filled = async (form: AskedForm, signal: AbortSignal) => {
    if (signal.aborted) return { action: "cancel" } as const
    const input = openTerminal()
    try {
      return await fillForm(form, {
        line: (prompt) => readTypedLine(screen, input, prompt, signal),
        say: (text) => Effect.runPromise(screen.notice(text))
      })
    } finally {
      input.destroy()
    }
  }
  return (form, signal) => Effect.runPromise(turn.withPermits(1)(Effect.promise(() => filled(form, signal))))
}
