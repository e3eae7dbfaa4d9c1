import * as Effect from "effect/Effect"
import { openTerminal, readTypedLine } from "../asking/readTypedLine.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"

/** Ends the command unless a person confirms at the terminal. */
export const requireConfirmation = Effect.fnUntraced(function* (isGiven: boolean) {
  if (yield* confirmed(isGiven)) return
  yield* (yield* Screen).notice("toolgate: Nothing was written.\n")
  return yield* new Unsuccessful({ exitStatus: 1 })
})

/** Asks at the terminal whether to write the changes. Without a terminal, "--yes" is required. */
const confirmed = Effect.fnUntraced(function* (isGiven: boolean) {
  if (isGiven) return true
  const screen = yield* Screen
  const { signal } = yield* Stop
  if (!screen.isTerminal.stderr || process.stdin.isTTY !== true)
    return yield* new WrongUse({ message: 'There is no terminal to confirm the change. Add "--yes" to apply it.' })
  const answer = yield* Effect.promise(async () => {
    const input = openTerminal()
    try {
      return (await readTypedLine(screen, input, "Write this? [y/N] ", signal)) ?? ""
    } finally {
      input.destroy()
    }
  })
  return /^\s*(?:y|yes)\s*$/i.test(answer)
})
