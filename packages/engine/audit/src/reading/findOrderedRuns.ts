import { parseRecord } from "../segments/parseRecord.ts"
import { parseOpeningTime } from "../segments/segmentName.ts"
import { readSegmentLines, type SegmentPart } from "./readSegmentLines.ts"

/** A part of a segment whose times never decrease. */
export interface OrderedRun extends SegmentPart {
  readonly segment: string
  /** The time of the first record. */
  readonly at: string
}

/**
 * The limit of runs for one segment. No real clock is set back more often, so a segment with more runs is read in line
 * order.
 */
const mostRuns = 100

/** Splits a segment into runs. A run ends where the clock was set back or queued records were written. */
export const findOrderedRuns = async (folder: string, segment: string): Promise<ReadonlyArray<OrderedRun>> => {
  const runs: Array<OrderedRun> = []
  let start = 0
  let before = 0
  let first = parseOpeningTime(segment)
  let last = ""
  const ended = (end: number): void => {
    runs.push({ segment, start, end, before, at: first })
  }
  try {
    for await (const lines of readSegmentLines(folder, segment))
      for (const line of lines) {
        const at = line.bytes === undefined ? undefined : readTime(line.bytes)
        if (at === undefined) continue
        if (last === "") first = at
        else if (at < last) {
          if (runs.length >= mostRuns) return [{ ...wholeOf(segment), at: runs[0]?.at ?? first }]
          ended(line.start)
          start = line.start
          before = line.number - 1
          first = at
        }
        last = at
      }
  } catch {
    // Reading the run will fail with the same error and report it.
  }
  ended(Number.POSITIVE_INFINITY)
  return runs
}

const wholeOf = (segment: string): Omit<OrderedRun, "at"> => ({
  segment,
  start: 0,
  end: Number.POSITIVE_INFINITY,
  before: 0
})

/** Returns the time of a line. The writer puts the time first, so most records need no parsing. */
export const readTime = (line: Uint8Array): string | undefined =>
  form.exec(Buffer.from(line.buffer, line.byteOffset, Math.min(looked, line.length)).toString("latin1"))?.[1] ??
  parseRecord(line)?.at

const form = /^\{"seq":\d+,"at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)",/
const looked = 64
