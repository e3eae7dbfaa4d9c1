import { getProcessState } from "@toolgate/processes"
import type { Head, RecordPosition } from "@toolgate/wire"
import type { AuditSource } from "./AuditSource.ts"
import { noteKeys, noteTimes, noteUnended, reportForeign, type Tell } from "./betweenSegments.ts"
import type { SegmentCheck as Check } from "./SegmentCheck.ts"

/** A fault or a note. `message` is a predicate whose subject is the line. Line 0 is the whole segment. */
export interface AuditProblem {
  readonly segment: string
  readonly line: number
  readonly message: string
}

/** The result of `verifyAuditLog`. */
export interface AuditVerification {
  /** The first 1000 faults. Empty if no record was changed or is missing before the heads. */
  readonly problems: ReadonlyArray<AuditProblem>
  readonly problemCount: number
  /**
   * The first 1000 notes: facts worth knowing that are not faults, such as a killed process, a clock that was set back,
   * an abandoned segment or a missing key.
   */
  readonly notes: ReadonlyArray<AuditProblem>
  readonly segments: number
  readonly records: number
  /** The number of records that the log itself reports as possibly missing, because they could not be written. */
  readonly lost: number
  /**
   * Last lines without a line end: their process was killed while writing, or is writing now. No call relied on them.
   */
  readonly torn: ReadonlyArray<RecordPosition>
  /** The last record of each segment. Store these elsewhere, so that a later verification notices missing records. */
  readonly heads: ReadonlyArray<Head>
}

/** The options of `verifyAuditLog`. */
export interface VerifyOptions {
  /** The heads of an earlier verification. The log must still contain them. */
  readonly heads?: ReadonlyArray<Head>
}

const most = 1000

/**
 * Checks each line of a log against its hash, the previous line and the other segments. A truncated segment is noticed
 * only if another segment or one of `heads` names a missing line.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource, verifyAuditLog } from "@toolgate/audit"
 * import { createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: [], audit: { folder: folder.path } })
 * await gate.dispatch({ id: "1", tool: "deploy", args: {} })
 * await gate.close()
 * assert.equal((await verifyAuditLog(folderSource(folder.path))).problemCount, 0)
 *
 * // Change a record.
 * const [segment = ""] = (await readdir(folder.path)).filter((name) => name.endsWith(".ndjson"))
 * const file = join(folder.path, segment)
 * await writeFile(file, (await readFile(file, "utf8")).replace("deploy", "read_file"))
 * assert((await verifyAuditLog(folderSource(folder.path))).problemCount > 0)
 * ```
 */
export const verifyAuditLog = async (source: AuditSource, options: VerifyOptions = {}): Promise<AuditVerification> => {
  // Loaded on demand: a gate only writes records and does not need the schema.
  const { NamedHeads } = await import("./NamedHeads.ts")
  const { SegmentCheck } = await import("./SegmentCheck.ts")
  // Read first, because the log may grow during verification.
  const ends = await source.heads()
  const names = await source.segments()
  const problems: Array<AuditProblem> = []
  const notes: Array<AuditProblem> = []
  const torn: Array<RecordPosition> = []
  const heads: Array<Head> = []
  let problemCount = 0
  let records = 0
  let lost = 0
  const report: Tell = (segment, line, message) => {
    if (++problemCount <= most) problems.push({ segment, line, message })
  }
  const note: Tell = (segment, line, message) => {
    if (notes.length < most) notes.push({ segment, line, message })
  }
  const checks: Array<Check> = []
  const named = await NamedHeads.of(source, names)
  for (const head of ends) named.add(head, "the end that is stored beside it")
  for (const head of options.heads ?? []) named.add(head, "a head that was saved")
  for (const [segment, by] of named.missing(names)) report(segment, 0, `is missing, and is named by ${by}`)
  for (const segment of names) {
    const check = new SegmentCheck(segment, named, report, note)
    checks.push(check)
    try {
      for await (const lines of source.lines(segment)) for (const line of lines) check.line(line)
      check.end()
    } catch (error) {
      report(segment, 0, `cannot be read: ${error instanceof Error ? error.message : "unknown error"}`)
    }
    records += check.records
    lost += check.lost
    if (check.torn !== undefined) torn.push({ segment, seq: check.torn })
    if (check.head !== undefined) heads.push(check.head)
  }
  const isShared = await source.isShared()
  reportForeign(checks, report, note)
  noteTimes(checks, named, note)
  noteUnended(
    checks,
    new Set(checks.flatMap(({ givenUp }) => givenUp)),
    (opened) => getProcessState(opened, isShared),
    note
  )
  await noteKeys(source, checks, note)
  return { problems, problemCount, notes, segments: names.length, records, lost, torn, heads }
}
