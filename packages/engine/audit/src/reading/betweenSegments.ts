import type { getProcessState } from "@toolgate/processes"
import type { AuditRecord, LogClosed, LogOpened } from "@toolgate/wire"
import { parseOpeningTime } from "../segments/segmentName.ts"
import type { AuditSource } from "./AuditSource.ts"
import type { NamedHeads } from "./NamedHeads.ts"
import type { TimesInSegment } from "./TimesInSegment.ts"

/** The facts about a segment that are compared between segments. */
export interface SegmentFacts {
  readonly segment: string
  readonly opened: (AuditRecord & LogOpened) | undefined
  readonly times: TimesInSegment
  /** The reason why the segment was closed; `undefined` if it was not closed. */
  readonly closed: LogClosed["because"] | undefined
}

/** Reports a fault or a note. `message` is a predicate whose subject is the line. */
export type Tell = (segment: string, line: number, message: string) => void

/**
 * Reports each segment that names no other segment although another existed. Every process names the segments it finds,
 * so either this segment comes from another folder, or the other segment was added later. Times alone prove nothing,
 * because a clock can be set back.
 */
export const reportForeign = (all: ReadonlyArray<SegmentFacts>, report: Tell, note: Tell): void => {
  const roots = all.filter(({ opened }) => opened?.after.length === 0)
  if (all.length === 1) return
  const followers = followersIn(all)
  for (const { segment } of roots) {
    const later = laterThan(segment, followers)
    const before = all.find(
      (other) => !later.has(other.segment) && isBefore(other.times.stoodAt, parseOpeningTime(segment))
    )
    const other = roots.find((root) => root.segment < segment)
    if (before !== undefined)
      report(
        segment,
        1,
        `names no other segment, though "${before.segment}" was there: one of them belongs to another log`
      )
    else if (other !== undefined)
      note(
        segment,
        1,
        `names no other segment, and neither does "${other.segment}": both began at the same moment, or one of them belongs to another log`
      )
  }
}

/** Returns, for each segment, the segments that name it. */
const followersIn = (all: ReadonlyArray<SegmentFacts>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const followers = new Map<string, Array<string>>()
  for (const { segment, opened } of all)
    for (const head of opened?.after ?? [])
      followers.set(head.segment, [...(followers.get(head.segment) ?? []), segment])
  return followers
}

/** Returns a segment and all segments that name it, directly or through others. */
const laterThan = (segment: string, followers: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlySet<string> => {
  const later = new Set([segment])
  for (const one of later) for (const follower of followers.get(one) ?? []) later.add(follower)
  return later
}

const isBefore = (one: string | undefined, other: string): boolean => one !== undefined && one < other

/** Notes each segment whose opening time is earlier than a record that it names. */
export const noteTimes = (all: ReadonlyArray<SegmentFacts>, named: NamedHeads, note: Tell): void => {
  const bySegment = new Map(all.map((facts) => [facts.segment, facts]))
  for (const { segment, opened, times } of all) {
    if (opened === undefined) continue
    for (const head of opened.after) {
      const at = named.timeOf(head)
      if (at !== undefined && opened.at < at)
        note(
          segment,
          1,
          `was opened at ${opened.at}, and names record ${head.seq} of "${head.segment}", which has the time ${at}: the clock was set back`
        )
    }
    const hadWaiting = opened.after.some((head) => isGoneOnFrom(bySegment.get(head.segment), opened))
    const early = hadWaiting ? times.endedEarly : (times.early ?? times.endedEarly)
    if (early !== undefined) note(segment, early.line, early.message)
  }
}

/**
 * Whether records may have been queued from one segment to the next: the same process wrote both and did not end in
 * between. Returns `true` in doubt.
 */
const isGoneOnFrom = (before: SegmentFacts | undefined, opened: LogOpened): boolean =>
  before?.opened === undefined ||
  (before.closed !== "ended" &&
    (["host", "boot", "namespaces", "pid", "started"] as const).every((name) => before.opened?.[name] === opened[name]))

/** Notes each segment without a closing record, unless its process still runs or the log gives a reason. */
export const noteUnended = (
  all: ReadonlyArray<SegmentFacts>,
  givenUp: ReadonlySet<string>,
  state: (opened: LogOpened) => ReturnType<typeof getProcessState>,
  note: Tell
): void => {
  for (const { segment, opened, closed } of all) {
    if (closed !== undefined || opened === undefined || givenUp.has(segment)) continue
    const process = state(opened)
    if (process === "ended")
      note(
        segment,
        0,
        "has no last record: its process was killed before it wrote one, or the end of the segment was cut off"
      )
    else if (process === "elsewhere")
      note(
        segment,
        0,
        `has no last record: whether the process ${opened.pid} of "${opened.host}" still writes it cannot be told from here`
      )
  }
}

/** Notes each digest key that differs from the log's own key, at the first segment that uses it. */
export const noteKeys = async (source: AuditSource, all: ReadonlyArray<SegmentFacts>, note: Tell): Promise<void> => {
  const byKey = Map.groupBy(
    all.filter(({ opened }) => opened !== undefined),
    ({ opened }) => opened?.key ?? ""
  )
  for (const [key, [first, ...more]] of byKey) {
    const fault = first === undefined ? undefined : await source.keyFault(key)
    if (first === undefined || fault === undefined) continue
    const others = more.length === 0 ? "" : `, as ${more.length} more segment${more.length === 1 ? " has" : "s have"}`
    note(first.segment, 1, `has digests of a key that is ${fault.state}${others}: ${fault.why}`)
  }
}
