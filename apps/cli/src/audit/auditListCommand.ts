import { readAuditLog } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { auditFilters, isMeant } from "./auditFilter.ts"
import { auditSourceFlags } from "./auditFlags.ts"
import { formatEmptyLogNotice, openAuditLog } from "./auditLog.ts"
import { formatRecordLine, printLines } from "./auditOutput.ts"

/** The command `toolgate audit list`, which lists the records of a log in the order of their times. */
export const auditListCommand = Command.make("list", {
  ...auditSourceFlags,
  json: makeJsonFlag("Print each record as a line of JSON"),
  ...auditFilters
}).pipe(
  Command.withDescription(
    [
      "List the records of an audit log, one per line, in the order of their times. The intent of a call is recorded before it",
      "begins, and its outcome when it has ended. Secrets in arguments are redacted.",
      "",
      "Exit status: 0 the log was read, 2 the log cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("List the records of an audit log"),
  Command.withExamples([
    {
      command: "toolgate audit list --since 1h --denied",
      description: "List the calls that were denied within the last hour"
    },
    {
      command: "toolgate audit list --chain 7f0e6a52-3c1d-4d7e-9a57-0d6c3a1f1b1e",
      description: "List a script and the calls that it made"
    },
    {
      command: "toolgate audit list --agent coder --json | jq .record.tool",
      description: "List the tools that an agent called"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const log = yield* openAuditLog(given)
      const isWanted = isMeant(given)
      // The time cannot be before the epoch.
      const since = Option.map(given.since, (ms) => new Date(Math.max(0, ms)))
      const [session, tool] = [given.session, given.tool].map(Option.getOrUndefined)
      const isSome = Option.isSome(since) || session !== undefined || tool !== undefined
      const lines = readAuditLog(log.source, { since: Option.getOrUndefined(since), session, tool })
      let isRead = isSome
      let listed = 0
      yield* printLines(log, lines, (line) => {
        isRead = true
        // An unreadable record may be one of those wanted, so it is listed.
        if (line.record !== undefined && !isWanted(line.record)) return undefined
        listed++
        return formatRecordLine(line, given.json)
      })
      const screen = yield* Screen
      if (!isRead) return yield* screen.notice(formatEmptyLogNotice(log))
      if (listed === 0) yield* screen.notice("toolgate: No record of the log matches.\n")
    }).pipe(Effect.scoped)
  )
)
