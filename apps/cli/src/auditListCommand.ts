import { readAuditLog } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { auditFilters, isMeant } from "./auditFilter.ts"
import { audit } from "./auditFlags.ts"
import { auditLine } from "./auditLine.ts"
import { auditLogAt, emptyLog, reading } from "./auditLog.ts"
import { jsonFlag } from "./globalFlags.ts"
import { Screen } from "./Screen.ts"
import { Stop } from "./Stop.ts"
import { jsonLine } from "./terminalText.ts"
import { Unsuccessful } from "./Unsuccessful.ts"

/** The command `toolgate audit list`, which lists the records of a log in the order of their times. */
export const auditListCommand = Command.make("list", {
  audit,
  json: jsonFlag("Print each record as a line of JSON"),
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
      command: "toolgate audit list --agent coder --json | jq .record.tool",
      description: "List the tools that an agent called"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const stop = yield* Stop
      const folder = yield* auditLogAt(given.audit)
      const isWanted = isMeant(given)
      // Segments with only earlier times are not read. The time cannot be before the epoch.
      const since = Option.map(given.since, (ms) => new Date(Math.max(0, ms)))
      let isRead = Option.isSome(since)
      let listed = 0
      let readerGone = false
      // After the reader has gone, no further records are needed.
      process.stdout.once("error", () => {
        readerGone = true
      })
      yield* reading(folder, async () => {
        for await (const { segment, line, record } of readAuditLog(
          folder,
          Option.isSome(since) ? { since: since.value } : {}
        )) {
          if (readerGone || stop.signal.aborted) return
          isRead = true
          // A record that cannot be read may be one that is looked for, and is listed.
          if (record !== undefined && !isWanted(record)) continue
          listed++
          const text =
            record === undefined
              ? `${segment}:${line} cannot be read: see "toolgate audit verify".\n`
              : auditLine(record)
          await Effect.runPromise(
            screen.result(given.json ? jsonLine({ segment, line, record: record ?? null }) : text)
          )
        }
      })
      if (stop.signal.aborted) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
      if (!isRead) return yield* screen.notice(emptyLog(folder))
      if (listed === 0) yield* screen.notice("toolgate: No record of the log matches.\n")
    })
  )
)
