import { type PendingCall, pendingCalls, verifyAuditLog } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { callFilters, isOfCall } from "./auditFilter.ts"
import { audit } from "./auditFlags.ts"
import { auditLine } from "./auditLine.ts"
import { auditLogAt, emptyLog, reading } from "./auditLog.ts"
import { jsonFlag } from "./globalFlags.ts"
import { Screen } from "./Screen.ts"
import { shortName } from "./shortText.ts"
import { jsonLine } from "./terminalText.ts"
import { Unsuccessful } from "./Unsuccessful.ts"

/** The command `toolgate audit pending`, which lists the calls of a log that have no outcome. */
export const auditPendingCommand = Command.make("pending", {
  audit,
  json: jsonFlag("Print each call as a line of JSON"),
  ...callFilters
}).pipe(
  Command.withDescription(
    [
      "List the calls of which the log does not say what came, oldest first: those that run, those whose process ended before it",
      "could say so, those whose tool could not tell, and those of a process that cannot be seen from here, such as another",
      "container's. Look before you make one again that does not run.",
      "",
      "Exit status: 0 all of them run, or there are none; 1 at least one is unknown or elsewhere, or the log has no records or does",
      "not hold, so that calls may be missing; 2 it cannot be read, or the command line cannot be followed."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the calls without an outcome"),
  Command.withExamples([{ command: "toolgate audit pending", description: "After a crash, or while agents run" }]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const folder = yield* auditLogAt(given.audit)
      const pending = yield* reading(folder, () => pendingCalls(folder))
      const { records, problemCount } = yield* reading(folder, () => verifyAuditLog(folder))
      const isWanted = isOfCall(given)
      const calls = pending.filter(({ record }) => isWanted(record))
      for (const call of calls)
        yield* screen.result(
          given.json ? jsonLine(call) : auditLine(call.record).replace(/\n$/, `; ${stateText(call)}\n`)
        )
      const isWhole = records > 0 && problemCount === 0
      if (problemCount > 0) yield* screen.notice(missingCalls)
      else if (records === 0) yield* screen.notice(emptyLog(folder))
      else if (calls.length === 0 && !given.json) yield* screen.notice(noneOf(pending.length))
      if (!isWhole || calls.some(({ state }) => state !== "running")) return yield* new Unsuccessful({ exitStatus: 1 })
    })
  )
)

const noneOf = (pending: number): string =>
  pending === 0
    ? "toolgate: Every call has its outcome.\n"
    : `toolgate: No call without an outcome is one of those (there are ${pending}).\n`

const missingCalls =
  'toolgate: The log is not as it was written, so calls may be missing here: see "toolgate audit verify".\n'

const stateText = ({ state, hasEnded, process }: PendingCall): string => {
  if (hasEnded) return "unknown: its tool could not tell whether the call took effect"
  if (state === "running") return "running"
  if (process === undefined) return "elsewhere: the log does not say which process made the call"
  const { pid, host } = process
  return state === "unknown"
    ? "unknown: its process has ended, and nobody knows whether the call did"
    : `elsewhere: whether the process ${pid} of ${shortName(host)} lives cannot be told from here`
}
