import type { AuditLine } from "@toolgate/audit"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { type NamedAuditLog, readLog } from "./auditLog.ts"
import { formatAuditLine } from "./formatAuditLine.ts"

/**
 * Prints records until the log ends, the reader goes away, or the command must end. `textOf` returns `undefined` for records that are not
 * printed.
 */
export const printLines = (
  log: NamedAuditLog,
  lines: AsyncIterable<AuditLine>,
  textOf: (line: AuditLine) => string | undefined
) =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const stop = yield* Stop
    let readerGone = false
    // After the reader has gone, no more records are needed.
    process.stdout.once("error", () => {
      readerGone = true
    })
    yield* readLog(log, async () => {
      for await (const line of lines) {
        if (readerGone || stop.signal.aborted) return
        const text = textOf(line)
        if (text !== undefined) await Effect.runPromise(screen.result(text))
      }
    })
    if (stop.signal.aborted) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
  })

/** Returns a record as one line: of JSON, or for a person. */
export const formatRecordLine = (line: AuditLine, json: boolean): string => {
  if (json) return formatJsonLine(buildRecordJson(line))
  return line.record === undefined ? formatUnreadLine(line) : formatAuditLine(line.record)
}

/** Returns a record with its place, as JSON. */
export const buildRecordJson = ({ segment, line, record }: AuditLine) => ({ segment, line, record: record ?? null })

/** Returns the text about a line that cannot be read. */
export const formatUnreadLine = ({ segment, line }: AuditLine): string =>
  `${segment}:${line} cannot be read: see "toolgate audit verify".\n`
