import type { CallDecision } from "./callDecision.ts"

/** Counts answered calls by outcome. */
export class CallCount {
  private readonly counts: Record<CallDecision, number> = { allowed: 0, approved: 0, denied: 0, deferred: 0, failed: 0 }

  add(decision: CallDecision): void {
    this.counts[decision]++
  }

  /** Number of calls. `allowed` includes calls that a person approved. */
  get all() {
    const { allowed, approved, denied, deferred, failed } = this.counts
    const calls = allowed + approved + denied + deferred + failed
    return { calls, allowed: allowed + approved, approved, denied, deferred, failed }
  }

  get sentence(): string {
    const { calls, allowed, approved, denied, deferred, failed } = this.all
    if (calls === 0) return "No calls."
    const byPerson = approved === 0 ? "" : ` (${approved} by a person)`
    const later = deferred === 0 ? "" : `, ${deferred} deferred`
    return `${calls} ${calls === 1 ? "call" : "calls"}: ${allowed} allowed${byPerson}, ${denied} denied${later}, ${failed} failed.`
  }
}
