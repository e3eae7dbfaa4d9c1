import type { AuditSource } from "./AuditSource.ts"
import type { SegmentFacts, Tell } from "./betweenSegments.ts"

/** Notes each digest key that is not the key of the log's place, at the first segment that uses it. */
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
