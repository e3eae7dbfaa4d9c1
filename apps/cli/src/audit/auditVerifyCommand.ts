import { type AuditSource, type AuditVerification, readAuditLog, verifyAuditLog } from "@toolgate/audit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { json } from "../flags/globalFlags.ts"
import { Screen } from "../Screen.ts"
import { formatJsonLine } from "../text/escapeForTerminal.ts"
import { formatShortSentence } from "../text/formatShortText.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { auditSourceFlags } from "./auditFlags.ts"
import { formatEmptyLogNotice, type NamedAuditLog, openAuditLog, readLog } from "./auditLog.ts"

const head = Flag.String("head").pipe(
  Flag.withMetavar("HASH"),
  Flag.withDescription("The hash of a record that you noted earlier, and that must still exist; may be repeated"),
  Flag.filterMap(
    (given) => (/^[0-9a-f]{64}$/i.test(given) ? Option.some(given.toLowerCase()) : Option.none()),
    () => "a hash of 64 hexadecimal digits, as this command prints them"
  ),
  Flag.atLeast(0)
)

/** The command `toolgate audit verify`, which checks that a log is unchanged. */
export const auditVerifyCommand = Command.make("verify", { ...auditSourceFlags, json, head }).pipe(
  Command.withDescription(
    [
      "Verify that no record of an audit log was changed, moved or removed. Each record contains the hash of the one before it.",
      "",
      "Anyone who can write the log can also cut off its end or rewrite all of it. To detect this, save the hashes that this command",
      "prints in a protected place, and pass them to --head later.",
      "",
      "Exit status: 0 the log is intact, 1 it is not, or has no records, 2 it cannot be read, or the command line is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Verify that no record of an audit log was changed"),
  Command.withExamples([
    { command: "toolgate audit verify", description: "Verify the log of this user" },
    {
      command: 'toolgate audit verify --head "$(cat /safe/head)"',
      description: "Verify that a noted record still exists"
    }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const log = yield* openAuditLog(given)
      const verified = yield* readLog(log, () => verifyAuditLog(log.source))
      const absent = given.head.length === 0 ? [] : yield* readLog(log, () => absentHeads(log.source, given.head))
      const holds = verified.records > 0 && verified.problemCount === 0 && absent.length === 0
      if (given.json)
        yield* screen.result(
          formatJsonLine({ [Option.isSome(given.store) ? "store" : "folder"]: log.name, holds, ...verified, absent })
        )
      else if (verified.records === 0 && verified.problemCount === 0 && absent.length === 0)
        yield* screen.notice(formatEmptyLogNotice(log))
      else yield* screen.result(verificationText(log, verified, absent))
      if (!holds) return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.scoped)
  )
)

/** Returns the hashes that match no record. */
const absentHeads = async (source: AuditSource, hashes: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const absent = new Set(hashes)
  for await (const { record } of readAuditLog(source)) if (record !== undefined) absent.delete(record.hash)
  return [...absent]
}

/** Most hashes that are shown as text. With --json, all are printed. */
const shownHeads = 100

const verificationText = (
  { name, segmentName }: NamedAuditLog,
  verified: AuditVerification,
  absent: ReadonlyArray<string>
): string => {
  const { problems, problemCount, notes, records, segments, lost, torn, heads } = verified
  const found = problemCount + absent.length
  const more = problemCount - problems.length
  const shown = heads.slice(-shownHeads).reverse()
  return [
    ...problems.map(
      ({ segment, line, message }) => `${segmentName(segment)}:${line}: ${formatShortSentence(message, 500)}`
    ),
    ...(more > 0 ? [`${more} more problems are not shown.`] : []),
    ...absent.map((hash) => `${name}: no record has the hash ${hash}: the noted record is missing`),
    ...notes.map(
      ({ segment, line, message }) => `${segmentName(segment)}:${line}: note: ${formatShortSentence(message, 500)}`
    ),
    ...torn.map(
      ({ segment, seq }) => `${segmentName(segment)}:${seq}: the last line is incomplete; no call waited for it`
    ),
    ...(lost > 0 ? [`The log itself says that ${many(lost, "record")} may be missing: it could not be written.`] : []),
    found === 0
      ? `${many(records, "record")} in ${many(segments, "segment")} are intact.`
      : `${many(found, "problem")}; ${many(records, "other record")} in ${many(segments, "segment")} are intact.`,
    ...(found > 0 ? [] : ["Store these hashes elsewhere, and pass them to --head later:"]),
    ...(found > 0 ? [] : shown.map(({ segment, seq, hash }) => `  ${hash}  ${segment}:${seq}`)),
    ...(found > 0 || heads.length <= shownHeads
      ? []
      : [`and ${heads.length - shownHeads} older hashes; --json prints them all.`])
  ]
    .map((line) => `${line}\n`)
    .join("")
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`
