import type { CallDecision } from "./callDecision.ts"

/** A count of the answered calls by their outcome. */
export class CallCount {
  private readonly counts: Record<CallDecision, number> = { allowed: 0, approved: 0, denied: 0, deferred: 0, failed: 0 }

  add(decision: CallDecision): void {
    this.counts[decision]++
  }

  /** The number of calls. `allowed` includes the calls that a person approved. */
  get all() {
    const { allowed, approved, denied, deferred, failed } = this.counts
    const calls = allowed + approved + denied + deferred + failed
    return { calls, allowed: allowed + approved, approved, denied, deferred, failed }
  }

  /** The number of calls, as a sentence. */
  get sentence(): string {
    const { calls, allowed, approved, denied, deferred, failed } = this.all
    if (calls === 0) return "No calls."
    const byPerson = approved === 0 ? "" : ` (${approved} by a person)`
    const later = deferred === 0 ? "" : `, ${deferred} deferred`
    return `${calls} ${calls === 1 ? "call" : "calls"}: ${allowed} allowed${byPerson}, ${denied} denied${later}, ${failed} failed.`
  }
}
