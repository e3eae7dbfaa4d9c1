import type { ClaimEnd } from "@toolgate/core"
import type { SegmentEntry } from "./SegmentEntry.ts"
import type { SettledClaim } from "./SegmentStorage.ts"

/** A claim to settle, and the intent that took it. */
interface Settling extends SettledClaim {
  readonly intent: SegmentEntry
}

/** The claims to settle. They remain until that succeeds, because other calls wait for them. */
export class Settlements {
  private readonly all = new Set<Settling>()

  get isEmpty(): boolean {
    return this.all.size === 0
  }

  /** Adds the end of a call, if the call had a claim. */
  add(intent: SegmentEntry, end: ClaimEnd): void {
    if (intent.claim !== undefined) this.all.add({ intent, claim: intent.claim, end })
  }

  /** Returns the claims taken before a batch. Drops claims that were not taken. */
  before(batch: ReadonlyArray<SegmentEntry>): ReadonlyArray<SettledClaim> {
    if (this.isEmpty) return []
    const taken: Array<Settling> = []
    const now = new Set(batch)
    for (const one of this.all) {
      const { place, isQueued } = one.intent
      if (isQueued || now.has(one.intent)) continue
      if (place === undefined) this.all.delete(one)
      else taken.push(one)
    }
    return taken
  }

  /** Removes settled claims. */
  forget(settled: ReadonlyArray<SettledClaim>): void {
    for (const one of settled) this.all.delete(one as Settling)
  }
}
