import { comparePositions, type SegmentLine, type TimedLine } from "./AuditSource.ts"
import { readSegmentLines } from "./readSegmentLines.ts"
import { type OrderedRun, readTime, type TimedPart } from "./SegmentRuns.ts"

/** The lines that a reader wants. */
export interface LineRange {
  readonly has: (line: TimedLine, isUnordered: boolean) => boolean
  /** Whether the lines that follow in an ordered run are not wanted either. */
  readonly isPast: (line: TimedLine, isUnordered: boolean) => boolean
}

/** A cursor in one run, which goes from the first line to the last or back. */
export class RunCursor {
  line: TimedLine
  private readonly isUnordered: boolean
  private readonly batches: AsyncGenerator<ReadonlyArray<TimedLine>>
  private batch: ReadonlyArray<TimedLine> = []
  private index = 0

  private constructor(batches: AsyncGenerator<ReadonlyArray<TimedLine>>, { at, segment, isUnordered }: OrderedRun) {
    this.batches = batches
    this.isUnordered = isUnordered
    this.line = { at, segment, number: 0, bytes: undefined }
  }

  /** Returns a cursor from the first line on. Lines before `since` may be left out. */
  static forward(folder: string, run: OrderedRun, since: string): RunCursor {
    const first = run.parts.findLastIndex(({ at }) => at < since)
    return new RunCursor(linesIn(folder, run, run.parts.slice(Math.max(0, first))), run)
  }

  /** Returns a cursor from the last line back. Lines after `until` may be left out. */
  static backward(folder: string, run: OrderedRun, until: string): RunCursor {
    const parts = run.isUnordered ? run.parts : run.parts.filter(({ at }, index) => index === 0 || at <= until)
    return new RunCursor(linesBack(folder, run, parts), run)
  }

  /** Moves to the next line in a range. Returns `false` at the end. */
  async find({ has, isPast }: LineRange): Promise<boolean> {
    while (this.next() || (await this.advance())) {
      if (has(this.line, this.isUnordered)) return true
      if (isPast(this.line, this.isUnordered)) break
    }
    await this.close()
    return false
  }

  private next(): boolean {
    const line = this.batch[this.index]
    if (line === undefined) return false
    this.index++
    this.line = line
    return true
  }

  /** Moves to the next line of the next batch. Returns `false` at the end. */
  private async advance(): Promise<boolean> {
    while (this.index >= this.batch.length) {
      const next = await this.batches.next().catch(() => "unreadable" as const)
      if (next === "unreadable") {
        // An unreadable file must not stop the reader from reading the others.
        this.line = { ...this.line, number: 0, bytes: undefined }
        return true
      }
      if (next.done) return false
      this.batch = next.value
      this.index = 0
    }
    return this.next()
  }

  async close(): Promise<void> {
    await this.batches.return(undefined)
  }
}

async function* linesIn(folder: string, { segment }: OrderedRun, parts: ReadonlyArray<TimedPart>) {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return
  const addTimes = makeTimer(segment, first.at)
  for await (const lines of readSegmentLines(folder, segment, { ...first, end: last.end })) yield addTimes(lines)
}

async function* linesBack(folder: string, { segment }: OrderedRun, parts: ReadonlyArray<TimedPart>) {
  for (const part of parts.toReversed()) {
    const addTimes = makeTimer(segment, part.at)
    const found: Array<TimedLine> = []
    for await (const lines of readSegmentLines(folder, segment, part)) found.push(...addTimes(lines))
    yield found.reverse()
  }
}

/** Returns a function that adds times to the complete lines among those that follow each other. */
const makeTimer = (segment: string, begun: string) => {
  let latest = begun
  return (lines: ReadonlyArray<SegmentLine>): ReadonlyArray<TimedLine> =>
    lines.flatMap(({ number, bytes, isWhole }) => {
      if (!isWhole) return []
      const at = bytes === undefined ? undefined : readTime(bytes)
      if (at !== undefined && at > latest) latest = at
      return { at: latest, segment, number, bytes }
    })
}

/** Returns the first line of the cursors: the earliest, or the latest. */
export const findFirst = (cursors: ReadonlyArray<RunCursor>, newestFirst: boolean): RunCursor | undefined => {
  let first: RunCursor | undefined
  for (const cursor of cursors) {
    if (first === undefined) first = cursor
    else if (comparePositions(cursor.line, first.line) < 0 !== newestFirst) first = cursor
  }
  return first
}
