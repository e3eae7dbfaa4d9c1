import type { AuditLine } from "@toolgate/audit"
import * as Effect from "effect/Effect"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { jsonLine } from "../text/terminalText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { auditLine } from "./auditLine.ts"
import { type AuditPlace, reading } from "./auditLog.ts"

/**
 * Prints records until the log ends, the reader goes away, or the command must end. `textOf` returns `undefined` for records that are not
 * printed.
 */
export const printLines = (
  log: AuditPlace,
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
    yield* reading(log, async () => {
      for await (const line of lines) {
        if (readerGone || stop.signal.aborted) return
        const text = textOf(line)
        if (text !== undefined) await Effect.runPromise(screen.result(text))
      }
    })
    if (stop.signal.aborted) return yield* new Unsuccessful({ exitStatus: stop.exitStatus() })
  })

/** Returns a record as one line: of JSON, or for a person. */
export const lineText = (line: AuditLine, json: boolean): string => {
  if (json) return jsonLine(lineJson(line))
  return line.record === undefined ? unreadText(line) : auditLine(line.record)
}

/** Returns a record with its place, as JSON. */
export const lineJson = ({ segment, line, record }: AuditLine) => ({ segment, line, record: record ?? null })

/** Returns the text about a line that cannot be read. */
export const unreadText = ({ segment, line }: AuditLine): string =>
  `${segment}:${line} cannot be read: see "toolgate audit verify".\n`
