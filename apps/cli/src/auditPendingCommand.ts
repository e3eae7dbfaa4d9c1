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
      "List the calls whose outcome is not on record, oldest first: those that run, and those whose process ended before it could",
      "say what came of them. Look before you make one of those again.",
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
          given.json ? jsonLine(call) : auditLine(call.record).replace(/\n$/, `; ${states[call.state]}\n`)
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

const states: Readonly<Record<PendingCall["state"], string>> = {
  running: "running",
  unknown: "unknown: its process has ended, and nobody knows whether the call did",
  elsewhere: "elsewhere: its process is another machine's"
}
