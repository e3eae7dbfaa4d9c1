import { type PendingCall, pendingCalls, verifyAuditLog } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortName } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { callFilters, isMeant } from "./auditFilter.ts"
import { auditSourceFlags } from "./auditFlags.ts"
import { formatEmptyLogNotice, openAuditLog, readLog } from "./auditLog.ts"
import { formatAuditLine } from "./formatAuditLine.ts"

/** The command `toolgate audit pending`, which lists the calls of a log that have no outcome. */
export const auditPendingCommand = Command.make("pending", {
  ...auditSourceFlags,
  json: makeJsonFlag("Print each call as a line of JSON"),
  ...callFilters
}).pipe(
  Command.withDescription(
    [
      "List the calls without an outcome, oldest first: calls that still run, calls whose process ended before it recorded the",
      "outcome, calls whose tool could not tell, and calls of a process that cannot be seen from here, such as a process of",
      "another container. Check what a call did before you repeat it.",
      "",
      "Exit status: 0 all of these calls still run, or there are none; 1 a call is unknown or elsewhere, or calls may be missing because",
      "the log is damaged or has no records; 2 the log cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the calls without an outcome"),
  Command.withExamples([
    { command: "toolgate audit pending", description: "Look for unfinished calls after a crash, or while agents run" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const log = yield* openAuditLog(given)
      const pending = yield* readLog(log, () => pendingCalls(log.source))
      const { records, problemCount } = yield* readLog(log, () => verifyAuditLog(log.source))
      const isWanted = isMeant(given)
      const calls = pending.filter(({ record }) => isWanted(record))
      for (const call of calls)
        yield* screen.result(
          given.json ? formatJsonLine(call) : formatAuditLine(call.record).replace(/\n$/, `; ${stateText(call)}\n`)
        )
      const isWhole = records > 0 && problemCount === 0
      if (problemCount > 0) yield* screen.notice(missingCalls)
      else if (records === 0) yield* screen.notice(formatEmptyLogNotice(log))
      else if (calls.length === 0 && !given.json) yield* screen.notice(noneOf(pending.length))
      if (!isWhole || calls.some(({ state }) => state !== "running")) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.scoped)
  )
)

const noneOf = (pending: number): string =>
  pending === 0
    ? "toolgate: Every call has an outcome.\n"
    : `toolgate: No call without an outcome matches (${pending} in all).\n`

const missingCalls = 'toolgate: The log is damaged, so calls may be missing here: see "toolgate audit verify".\n'

const stateText = ({ state, hasEnded, process }: PendingCall): string => {
  if (hasEnded) return "unknown: its tool could not tell whether the call took effect"
  if (state === "running") return "running"
  if (process === undefined) return "elsewhere: the log does not say which process made the call"
  const { pid, host } = process
  return state === "unknown"
    ? "unknown: its process ended before it recorded the outcome"
    : `elsewhere: whether the process ${pid} of ${formatShortName(host)} lives cannot be told from here`
}
