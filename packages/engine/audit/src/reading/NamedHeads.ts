import type { AuditRecord, Head } from "@toolgate/wire"
import { hashOf } from "../segments/chain.ts"
import { recordIn } from "../segments/recordIn.ts"
import { segmentLines } from "./segmentLines.ts"

interface Named {
  readonly hash: string
  readonly by: string
}

/** What is said of segments elsewhere: in the first records of others, and by whoever kept a head. */
export class NamedHeads {
  private readonly bySegment = new Map<string, Map<number, Array<Named>>>()
  private readonly times = new Map<string, string>()

  /** What the segments of a folder say of each other. */
  static async of(folder: string, names: ReadonlyArray<string>): Promise<NamedHeads> {
    const named = new NamedHeads()
    for (const segment of names) {
      // What is not as it was written says nothing of others, and is reported by itself; so is what cannot be read.
      const line = await firstLine(folder, segment).catch(() => undefined)
      const record = line === undefined || hashOf(line) === undefined ? undefined : recordIn(line)
      if (record?.kind === "log.opened") for (const head of record.after) named.add(head, `"${segment}"`)
    }
    return named
  }

  add({ segment, seq, hash }: Head, by: string): void {
    const places = this.bySegment.get(segment) ?? new Map<number, Array<Named>>()
    this.bySegment.set(segment, places)
    const said = places.get(seq) ?? []
    places.set(seq, said)
    said.push({ hash, by })
  }

  /** Segments that somebody names and that are not there, each with who names it. */
  missing(names: ReadonlyArray<string>): ReadonlyArray<readonly [segment: string, by: string]> {
    const there = new Set(names)
    return [...this.bySegment]
      .filter(([segment]) => !there.has(segment))
      .map(([segment, places]) => [segment, [...places.values()][0]?.[0]?.by ?? ""] as const)
  }

  /** Who says that this record of a segment has another hash. */
  contradictedBy(segment: string, seq: number, hash: string): string | undefined {
    return this.bySegment
      .get(segment)
      ?.get(seq)
      ?.find((named) => named.hash !== hash)?.by
  }

  /** Takes the time of a record that was met, where somebody names it. */
  met(segment: string, { seq, at }: AuditRecord): void {
    if (this.bySegment.get(segment)?.has(seq)) this.times.set(`${segment} ${seq}`, at)
  }

  /** The time of a named record that was met. */
  timeOf({ segment, seq }: Head): string | undefined {
    return this.times.get(`${segment} ${seq}`)
  }

  /** The first record after this one that a segment is said to have, and who says so. */
  after(segment: string, last: number): { readonly seq: number; readonly by: string } | undefined {
    for (const [seq, said] of this.bySegment.get(segment) ?? []) if (seq > last) return { seq, by: said[0]?.by ?? "" }
    return undefined
  }
}

const firstLine = async (folder: string, segment: string): Promise<Buffer | undefined> => {
  for await (const [line] of segmentLines(folder, segment)) if (line !== undefined) return line.bytes
  return undefined
}
