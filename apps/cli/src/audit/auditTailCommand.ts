import { followAuditLog } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Stop } from "../Stop.ts"
import { callFilters, deniedFilter, isMeant } from "./auditFilter.ts"
import { auditSourceFlags } from "./auditFlags.ts"
import { openAuditLog } from "./auditLog.ts"
import { formatRecordLine, printLines } from "./auditOutput.ts"

/** The command `toolgate audit tail`, which prints the records of a log as they come. */
export const auditTailCommand = Command.make("tail", {
  ...auditSourceFlags,
  json: makeJsonFlag("Print each record as a line of JSON"),
  ...callFilters,
  ...deniedFilter
}).pipe(
  Command.withDescription(
    [
      "Print the records that come into an audit log from now on, one per line, until you press Ctrl-C.",
      "",
      "Exit status: 0 its output was closed, 130 after Ctrl-C, 2 the log cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Print the records of an audit log as they come"),
  Command.withExamples([{ command: "toolgate audit tail --denied", description: "Watch for calls that are denied" }]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const { signal } = yield* Stop
      const log = yield* openAuditLog(given)
      const isWanted = isMeant(given)
      yield* printLines(log, followAuditLog(log.source, signal), (line) =>
        line.record === undefined || isWanted(line.record) ? formatRecordLine(line, given.json) : undefined
      )
    }).pipe(Effect.scoped)
  )
)
