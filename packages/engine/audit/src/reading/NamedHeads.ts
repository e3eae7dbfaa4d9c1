import type { AuditRecord, Head } from "@toolgate/wire"
import { checkHash } from "../segments/chain.ts"
import { parseRecord } from "../segments/parseRecord.ts"
import type { AuditSource } from "./AuditSource.ts"

interface Named {
  readonly hash: string
  readonly by: string
}

/** The segment heads named elsewhere: in the first records of other segments, or by the caller. */
export class NamedHeads {
  private readonly bySegment = new Map<string, Map<number, Array<Named>>>()
  private readonly times = new Map<string, string>()

  /** Collects the heads that the segments of a log name. */
  static async of(source: AuditSource, names: ReadonlyArray<string>): Promise<NamedHeads> {
    const named = new NamedHeads()
    for (const segment of names) {
      // A first line that was changed or cannot be read names no heads. Checking its segment reports the fault.
      const line = await firstLine(source, segment).catch(() => undefined)
      const record = line === undefined || checkHash(line) === undefined ? undefined : parseRecord(line)
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

  /** Returns the missing segments, each with the source that names it. */
  missing(names: ReadonlyArray<string>): ReadonlyArray<readonly [segment: string, by: string]> {
    const there = new Set(names)
    return [...this.bySegment]
      .filter(([segment]) => !there.has(segment))
      .map(([segment, places]) => [segment, [...places.values()][0]?.[0]?.by ?? ""] as const)
  }

  /** Returns the source that names another hash for this record, or `undefined`. */
  contradictedBy(segment: string, seq: number, hash: string): string | undefined {
    return this.bySegment
      .get(segment)
      ?.get(seq)
      ?.find((named) => named.hash !== hash)?.by
  }

  /** Stores the time of a record, if the record is named. */
  met(segment: string, { seq, at }: AuditRecord): void {
    if (this.bySegment.get(segment)?.has(seq)) this.times.set(`${segment} ${seq}`, at)
  }

  /** Returns the time of a named record, or `undefined` if that record was not read. */
  timeOf({ segment, seq }: Head): string | undefined {
    return this.times.get(`${segment} ${seq}`)
  }

  /** Returns the first named record after `last`, with the source that names it. */
  after(segment: string, last: number): { readonly seq: number; readonly by: string } | undefined {
    for (const [seq, said] of this.bySegment.get(segment) ?? []) if (seq > last) return { seq, by: said[0]?.by ?? "" }
    return undefined
  }
}

const firstLine = async (source: AuditSource, segment: string): Promise<Uint8Array | undefined> => {
  for await (const [line] of source.lines(segment)) if (line !== undefined) return line.bytes
  return undefined
}
