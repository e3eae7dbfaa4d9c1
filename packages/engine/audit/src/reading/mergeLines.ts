import { listSegments } from "../segments/segmentName.ts"
import { comparePositions, type LineFilter, type TimedLine } from "./AuditSource.ts"
import { findFirst, type LineRange, RunCursor } from "./RunCursor.ts"
import { latestTime, SegmentRuns } from "./SegmentRuns.ts"

/** The segments that were read before, by name. */
export type KnownSegments = Map<string, SegmentRuns>

/**
 * Yields the lines of all segments by time, including lines from a clock that was set back. Reads each segment for its
 * times, once for all calls with the same `known`, and then the parts that the filter needs. Skips segments that are
 * closed and contain no line of the filter.
 */
export async function* mergeLines(
  folder: string,
  filter: LineFilter,
  known: KnownSegments
): AsyncGenerator<ReadonlyArray<TimedLine>> {
  const { newestFirst = false } = filter
  const range = makeRange(filter)
  const pending = await findSegments(folder, range, newestFirst, known)
  const open: Array<RunCursor> = []
  let lines: Array<TimedLine> = []
  try {
    for (;;) {
      let first = findFirst(open, newestFirst)
      for (let next = pending[0]; next !== undefined && isDue(next, first, newestFirst); next = pending[0]) {
        pending.shift()
        const started = await next.start()
        if (started instanceof RunCursor) open.push(started)
        else sortPending(pending, newestFirst, started)
        first = findFirst(open, newestFirst)
      }
      if (first !== undefined) lines.push(first.line)
      if (lines.length >= most || (first === undefined && lines.length > 0)) {
        yield lines
        lines = []
      }
      if (first === undefined) return
      if (!(await first.find(range))) open.splice(open.indexOf(first), 1)
    }
  } finally {
    for (const cursor of open) await cursor.close()
  }
}

/** The batch size in lines. */
const most = 256

/** A segment or a run that was not opened yet. */
interface Pending {
  /** No line of it comes before this time in the chosen order. */
  readonly bound: string
  /** Opens it: a run as a cursor, a segment as its runs. */
  readonly start: () => Promise<RunCursor | ReadonlyArray<Pending>>
}

interface Range extends LineRange {
  readonly from: string
  readonly to: string
  /** Whether lines outside the times are wanted too, because what cannot be read may be in any range. */
  readonly isComplete: boolean
}

const makeRange = ({ since = "", until = latestTime, after, newestFirst = false, expected }: LineFilter): Range => {
  const from = !newestFirst && after !== undefined && after.at > since ? after.at : since
  const to = newestFirst && after !== undefined && after.at < until ? after.at : until
  const isComplete = expected === undefined
  const isAfter = (line: TimedLine): boolean =>
    after === undefined || (newestFirst ? comparePositions(line, after) < 0 : comparePositions(line, after) > 0)
  const has = (line: TimedLine, isUnordered: boolean): boolean => {
    // What cannot be read may be in any range.
    if (line.number === 0) return after === undefined
    // A line of an unordered run may be earlier than it counts.
    const isInRange = line.at >= from && (isUnordered || line.at <= to)
    return (isComplete || isInRange) && isAfter(line)
  }
  const isPast = (line: TimedLine, isUnordered: boolean): boolean =>
    !isComplete && (newestFirst ? line.at < from : line.at > to && !isUnordered)
  return { from, to, isComplete, has, isPast }
}

const findSegments = async (
  folder: string,
  range: Range,
  newestFirst: boolean,
  known: KnownSegments
): Promise<Array<Pending>> => {
  const pending: Array<Pending> = []
  for (const segment of await listSegments(folder)) {
    const held = known.get(segment) ?? new SegmentRuns(folder, segment)
    known.set(segment, held)
    const [earliest, latest] = [held.earliest, await held.findLatest()]
    if (latest < range.from || earliest > range.to) continue
    pending.push({
      bound: newestFirst ? latest : earliest,
      start: async () => {
        await held.extend()
        return held.runs.flatMap((run) => {
          const isApart = run.latest < range.from || (run.at > range.to && !run.isUnordered)
          if (isApart && !range.isComplete) return []
          return {
            bound: newestFirst ? run.latest : run.at,
            start: async () => openRun(folder, run, range, newestFirst)
          }
        })
      }
    })
  }
  sortPending(pending, newestFirst)
  return pending
}

const openRun = async (
  folder: string,
  run: SegmentRuns["runs"][number],
  range: Range,
  newestFirst: boolean
): Promise<RunCursor | ReadonlyArray<Pending>> => {
  const cursor = newestFirst
    ? RunCursor.backward(folder, run, range.isComplete ? latestTime : range.to)
    : RunCursor.forward(folder, run, range.isComplete ? "" : range.from)
  return (await cursor.find(range)) ? cursor : []
}

const isDue = ({ bound }: Pending, first: RunCursor | undefined, newestFirst: boolean): boolean => {
  if (first === undefined) return true
  return newestFirst ? bound >= first.line.at : bound <= first.line.at
}

/** Adds segments or runs, and sorts all. A stable sort: those with equal bounds stay in the order of their segments. */
const sortPending = (pending: Array<Pending>, newestFirst: boolean, added: ReadonlyArray<Pending> = []): void => {
  pending.push(...added)
  pending.sort(({ bound: one }, { bound: other }) => {
    if (one === other) return 0
    return one < other !== newestFirst ? -1 : 1
  })
}
