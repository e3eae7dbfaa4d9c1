import type { CallDecision } from "./callDecision.ts"

/** How many calls were answered, and how. */
export class CallCount {
  private readonly counts: Record<CallDecision, number> = { allowed: 0, approved: 0, denied: 0, failed: 0 }

  add(decision: CallDecision): void {
    this.counts[decision]++
  }

  /** Every call, and how many were allowed (by a person as well), denied, and failed. */
  get all() {
    const { allowed, approved, denied, failed } = this.counts
    return { calls: allowed + approved + denied + failed, allowed: allowed + approved, approved, denied, failed }
  }

  /** The same in a sentence. */
  get sentence(): string {
    const { calls, allowed, approved, denied, failed } = this.all
    if (calls === 0) return "No calls."
    const byPerson = approved === 0 ? "" : ` (${approved} by a person)`
    return `${calls} ${calls === 1 ? "call" : "calls"}: ${allowed} allowed${byPerson}, ${denied} denied, ${failed} failed.`
  }
}
