import { readAuditLog, readAuditPage } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { auditFilters, readFilter } from "./auditFilter.ts"
import { auditSourceFlags } from "./auditFlags.ts"
import { formatEmptyLogNotice, openAuditLog, readLog } from "./auditLog.ts"
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
      let listed = 0
      // An unreadable record may be one of those wanted, so it is listed.
      yield* printLines(log, readAuditLog(log.source, readFilter(given)), (line) => {
        listed++
        return formatRecordLine(line, given.json)
      })
      if (listed > 0) return
      const { lines } = yield* readLog(log, () => readAuditPage(log.source, { limit: 1 }))
      const screen = yield* Screen
      yield* screen.notice(lines.length === 0 ? formatEmptyLogNotice(log) : "toolgate: No record of the log matches.\n")
    }).pipe(Effect.scoped)
  )
)
