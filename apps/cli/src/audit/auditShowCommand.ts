import { type AuditLine, type AuditSource, readAuditLog } from "@toolgate/audit"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeJsonFlag } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortText } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { auditSourceFlags } from "./auditFlags.ts"
import { openAuditLog } from "./auditLog.ts"
import { buildRecordJson, formatUnreadLine, printLines } from "./auditOutput.ts"

/** The command `toolgate audit show`, which prints records of a log in full. */
export const auditShowCommand = Command.make("show", {
  id: Argument.String("ID").pipe(
    Argument.withDescription("The id of a call, or the position of a record, as in SEGMENT:LINE")
  ),
  ...auditSourceFlags,
  json: makeJsonFlag("Print each record as a line of JSON")
}).pipe(
  Command.withDescription(
    [
      "Print records of an audit log in full: those of all calls with an id, or the record at a position.",
      "",
      "Exit status: 0 there is such a record, 1 there is none, 2 the log cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Print records of an audit log in full"),
  Command.withExamples([
    { command: "toolgate audit show call_1", description: "Print everything that is recorded about a call" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const log = yield* openAuditLog(given)
      let shown = 0
      yield* printLines(log, linesOf(log.source, given.id), (line) => {
        // An unreadable line may belong to the call, but is found by its position only.
        shown += line.record === undefined ? 0 : 1
        if (given.json) return formatJsonLine(buildRecordJson(line))
        return line.record === undefined
          ? formatUnreadLine(line)
          : `${JSON.stringify(buildRecordJson(line), undefined, 2)}\n`
      })
      if (shown > 0) return
      const screen = yield* Screen
      yield* screen.notice(
        `toolgate: The log has no record of a call ${formatShortText(given.id)}, and none at such a place.\n`
      )
      return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.scoped)
  )
)

/** Returns the record at a position if `id` is one, and otherwise the records of all calls with this ID. */
async function* linesOf(source: AuditSource, id: string): AsyncGenerator<AuditLine> {
  const [, segment = "", line] = /^(.+):(\d+)$/.exec(id) ?? []
  if (!(await source.segments()).includes(segment)) return yield* readAuditLog(source, { call: id })
  for await (const one of readAuditLog(source, { segment })) if (one.line === Number(line)) yield one
}
