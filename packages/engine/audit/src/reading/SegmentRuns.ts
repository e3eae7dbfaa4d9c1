import type { FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { parseRecord } from "../segments/parseRecord.ts"
import { openSegment } from "../segments/SegmentFile.ts"
import { readLastRecord } from "../segments/segmentEnds.ts"
import { parseOpeningTime } from "../segments/segmentName.ts"
import { readSegmentLines, type SegmentPart } from "./readSegmentLines.ts"

/** A part of a segment whose times never decrease. */
export interface OrderedRun {
  readonly segment: string
  /** The time of the first record. */
  readonly at: string
  /** The time of the last record so far. */
  latest: string
  /** The parts of the run, in order. Reading may begin at each of them. */
  readonly parts: Array<TimedPart>
  /** Whether times may decrease all the same, because the clock was set back too often. */
  readonly isUnordered: boolean
}

/** A part of a run, with the latest time before it. */
export interface TimedPart extends SegmentPart {
  readonly at: string
  end: number
}

/**
 * The limit of runs for one segment. No real clock is set back more often, so a segment with more runs is one run, in
 * line order.
 */
const mostRuns = 100

/** The least size of a part, in bytes. */
export const partBytes = 128 * 1024

/**
 * The runs of a segment. A run ends where the clock was set back or queued records were written. Remembers what it has
 * read, so that a segment that grows is read once.
 */
export class SegmentRuns {
  runs: Array<OrderedRun> = []
  /** The end of the last complete line that was read, in bytes. */
  end = 0
  private readonly folder: string
  private readonly segment: string
  private lines = 0
  /** The latest time of a segment that was closed, as its last record tells. */
  private closed: string | undefined = undefined
  /** Whether all lines of a closed segment were read. */
  private isRead = false

  constructor(folder: string, segment: string) {
    this.folder = folder
    this.segment = segment
  }

  /** Returns a time before which the segment has no record. Only a closed segment that was read tells such a time. */
  get earliest(): string {
    if (!this.isRead || this.runs.some(({ isUnordered }) => isUnordered)) return ""
    return [latestTime, ...this.runs.map(({ at }) => at)].toSorted()[0] ?? latestTime
  }

  /** Returns a time after which the segment has no record. Only a closed segment tells such a time. */
  async findLatest(): Promise<string> {
    let file: FileHandle | undefined
    try {
      if (this.closed !== undefined) return this.closed
      file = await openSegment(join(this.folder, this.segment))
      const last = await readLastRecord(file, (await file.stat()).size)
      if (last?.kind === "log.closed" && last.latest !== undefined) this.closed = later(last.at, last.latest)
    } catch {
      // Reading the segment will fail with the same error and report it.
    } finally {
      await file?.close().catch(() => {})
    }
    return this.closed ?? latestTime
  }

  /** Reads the lines that were written since the last time. */
  async extend(): Promise<void> {
    if (this.isRead) return
    const isClosed = this.closed !== undefined
    const { folder, segment } = this
    const rest = { start: this.end, end: Number.POSITIVE_INFINITY, before: this.lines }
    try {
      for await (const lines of readSegmentLines(folder, segment, rest))
        for (const { bytes, start, number, isWhole } of lines) {
          if (!isWhole) continue
          this.add(bytes === undefined ? undefined : readTime(bytes), start, number)
          // The end of a line that is too long is not known, so that line is read again.
          this.end = bytes === undefined ? start : start + bytes.length + 1
          this.lines = bytes === undefined ? number - 1 : number
        }
    } catch {
      // Reading the run will fail with the same error and report it.
    }
    if (this.runs.length === 0) this.open(parseOpeningTime(segment), 0, 0)
    this.isRead = isClosed
  }

  private add(at: string | undefined, start: number, number: number): void {
    const run = this.runs.at(-1)
    if (run === undefined) this.open(at ?? parseOpeningTime(this.segment), start, number - 1)
    else if (at !== undefined && at < run.latest && !run.isUnordered) this.open(at, start, number - 1)
    else {
      const part = run.parts.at(-1)
      if (part !== undefined && start - part.start >= partBytes) this.part(run, start, number - 1)
      if (at !== undefined && at > run.latest) run.latest = at
    }
  }

  private open(at: string, start: number, before: number): void {
    const last = this.runs.at(-1)?.parts.at(-1)
    if (last !== undefined) last.end = start
    const run: OrderedRun = { segment: this.segment, at, latest: at, parts: [], isUnordered: false }
    this.runs.push(run)
    this.part(run, start, before)
    if (this.runs.length > mostRuns) this.runs = [joinRuns(this.runs)]
  }

  private part({ latest, parts }: OrderedRun, start: number, before: number): void {
    const last = parts.at(-1)
    if (last !== undefined) last.end = start
    parts.push({ at: latest, start, before, end: Number.POSITIVE_INFINITY })
  }
}

/** Joins the runs of a segment in line order. Each line counts as late as the latest line before it. */
const joinRuns = (runs: ReadonlyArray<OrderedRun>): OrderedRun => {
  const [{ segment, at } = { segment: "", at: "" }] = runs
  let latest = at
  const parts: Array<TimedPart> = []
  for (const run of runs) {
    for (const part of run.parts) parts.push({ ...part, at: later(latest, part.at) })
    latest = later(latest, run.latest)
  }
  return { segment, at, latest, parts, isUnordered: true }
}

const later = (one: string, other: string): string => (one > other ? one : other)

/** A time after every time of a record. */
export const latestTime = "~"

/** Returns the time of a line. The writer puts the time first, so most records need no parsing. */
export const readTime = (line: Uint8Array): string | undefined =>
  form.exec(Buffer.from(line.buffer, line.byteOffset, Math.min(looked, line.length)).toString("latin1"))?.[1] ??
  parseRecord(line)?.at

const form = /^\{"seq":\d+,"at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)",/
const looked = 64
