import type { Head, RecordPlace } from "@toolgate/wire"
import { stateOf } from "../segments/recordedProcess.ts"
import { segmentNames } from "../segments/segmentName.ts"
import { noteTimes, noteUnended, reportForeign, type Tell } from "./betweenSegments.ts"
import { isSharedDisk } from "./isSharedDisk.ts"
import { noteKeys } from "./noteKeys.ts"
import type { SegmentCheck as Check } from "./SegmentCheck.ts"
import { segmentLines } from "./segmentLines.ts"

/** Something that is not as it was written, as a sentence without a subject. `line` 0 is the file as a whole. */
export interface AuditProblem {
  readonly segment: string
  readonly line: number
  readonly message: string
}

export interface AuditVerification {
  /** The first thousand. None: every record is as it was written, and none is missing before the heads. */
  readonly problems: ReadonlyArray<AuditProblem>
  readonly problemCount: number
  /**
   * What is no fault of the log and good to know, the first thousand: a segment whose process was killed or that is cut off, a clock that was set
   * back, a segment that was given up, a key that is not there.
   */
  readonly notes: ReadonlyArray<AuditProblem>
  readonly segments: number
  readonly records: number
  /** Records that the log itself says may be missing, because they could not be written. */
  readonly lost: number
  /** Last lines without an end: cut off as their process died, or being written. Nothing waited for them. */
  readonly torn: ReadonlyArray<RecordPlace>
  /** The last record of each segment. Kept elsewhere, they tell later whether anything of now is missing. */
  readonly heads: ReadonlyArray<Head>
}

export interface VerifyOptions {
  /** What was seen at an earlier time: the log has to hold it still. */
  readonly heads?: ReadonlyArray<Head>
}

const most = 1000

/**
 * Checks every line of a log against its hash, against the one before it and against what other segments say of it. What was cut
 * off the end of a segment that no other one names yet is noticed only by a head that was kept elsewhere.
 */
export const verifyAuditLog = async (folder: string, options: VerifyOptions = {}): Promise<AuditVerification> => {
  // They load the schema of a record, which a gate that only writes has no use for.
  const { NamedHeads } = await import("./NamedHeads.ts")
  const { SegmentCheck } = await import("./SegmentCheck.ts")
  const names = await segmentNames(folder)
  const problems: Array<AuditProblem> = []
  const notes: Array<AuditProblem> = []
  const torn: Array<RecordPlace> = []
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
  const named = await NamedHeads.of(folder, names)
  for (const head of options.heads ?? []) named.add(head, "a head that was kept")
  for (const [segment, by] of named.missing(names)) report(segment, 0, `is missing, and is named by ${by}`)
  for (const segment of names) {
    const check = new SegmentCheck(segment, named, report, note)
    checks.push(check)
    try {
      for await (const lines of segmentLines(folder, segment)) for (const line of lines) check.line(line)
      check.end()
    } catch (error) {
      report(segment, 0, `cannot be read: ${error instanceof Error ? error.message : "it is unknown why"}`)
    }
    records += check.records
    lost += check.lost
    if (check.torn !== undefined) torn.push({ segment, seq: check.torn })
    if (check.head !== undefined) heads.push(check.head)
  }
  const isShared = await isSharedDisk(folder)
  reportForeign(checks, report, note)
  noteTimes(checks, named, note)
  noteUnended(checks, new Set(checks.flatMap(({ givenUp }) => givenUp)), (opened) => stateOf(opened, isShared), note)
  await noteKeys(folder, checks, note)
  return { problems, problemCount, notes, segments: names.length, records, lost, torn, heads }
}
