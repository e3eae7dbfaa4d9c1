import { type PendingCall, pendingCalls } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { callFilters, isOfCall } from "./auditFilter.ts"
import { audit } from "./auditFlags.ts"
import { auditLine } from "./auditLine.ts"
import { auditLogAt, reading } from "./auditLog.ts"
import { jsonFlag } from "./globalFlags.ts"
import { Screen } from "./Screen.ts"
import { jsonLine } from "./terminalText.ts"
import { Unsuccessful } from "./Unsuccessful.ts"

/** `toolgate audit pending`: the calls of a log that have no outcome. */
export const auditPendingCommand = Command.make("pending", {
  audit,
  json: jsonFlag("Print each call as a line of JSON"),
  ...callFilters
}).pipe(
  Command.withDescription(
    [
      "List the calls of which the log does not say what came, oldest first: those that run, those whose process ended before it",
      "could say so, and those whose tool could not tell. Look before you make one of the last two again.",
      "",
      "Exit status: 0 none of them is unknown, 1 at least one is, 2 the log cannot be read, or the command line cannot be followed."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the calls without an outcome"),
  Command.withExamples([{ command: "toolgate audit pending", description: "After a crash, or while agents run" }]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const folder = yield* auditLogAt(given.audit)
      const pending = yield* reading(folder, () => pendingCalls(folder))
      const isWanted = isOfCall(given)
      const calls = pending.filter(({ record }) => isWanted(record))
      for (const call of calls)
        yield* screen.result(
          given.json
            ? jsonLine(call)
            : auditLine(call.record).replace(/\n$/, `; ${call.hasEnded ? untold : states[call.state]}\n`)
        )
      if (calls.length === 0 && !given.json) yield* screen.notice(noneOf(pending.length))
      if (calls.some(({ state }) => state === "unknown")) return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )
)

const noneOf = (pending: number): string =>
  pending === 0
    ? "toolgate: Every call has its outcome.\n"
    : `toolgate: No call without an outcome is one of those (there are ${pending}).\n`

const untold = "unknown: its tool could not tell whether the call took effect"

const states: Readonly<Record<PendingCall["state"], string>> = {
  running: "running",
  unknown: "unknown: its process has ended, and nobody knows whether the call did",
  elsewhere: "elsewhere: its process is another machine's"
}
