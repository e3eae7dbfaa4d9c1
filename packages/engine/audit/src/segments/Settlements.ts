import type { ClaimEnd } from "@toolgate/core"
import type { Entry } from "./Entry.ts"
import type { SettledClaim } from "./SegmentPlace.ts"

/** A claim that is to be settled, and the intent with which it was taken. */
interface Settling extends SettledClaim {
  readonly intent: Entry
}

/** The claims that are to be settled. They stay until that has succeeded, because others wait for it. */
export class Settlements {
  private readonly all = new Set<Settling>()

  get isEmpty(): boolean {
    return this.all.size === 0
  }

  /** Adds the end of the call whose intent this is, if the call had a claim. */
  add(intent: Entry, end: ClaimEnd): void {
    if (intent.claim !== undefined) this.all.add({ intent, claim: intent.claim, end })
  }

  /** Returns the claims that were taken before a batch. Forgets those that were not taken. */
  before(batch: ReadonlyArray<Entry>): ReadonlyArray<SettledClaim> {
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

  /** Forgets claims that are settled. */
  forget(settled: ReadonlyArray<SettledClaim>): void {
    for (const one of settled) this.all.delete(one as Settling)
  }
}
