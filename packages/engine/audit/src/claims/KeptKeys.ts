import type { ClaimEnd, KeyClaim, NotClaimed } from "@toolgate/core"

interface Kept {
  readonly key: KeyClaim
  state: "held" | "unknown" | "done"
  outcome: string | undefined
  /** The time of `performance.now()` after which the key is forgotten. */
  until: number
  readonly waiting: Set<() => void>
}

/** The idempotency keys that were claimed in this process. Those whose calls have run are forgotten after a day. */
export class KeptKeys {
  private readonly byDigest = new Map<string, Kept>()
  /** The keys whose answers are kept, the oldest first, and the length of all their answers. */
  private readonly answered = new Set<Kept>()
  private answersLength = 0
  private readonly now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Claims a key. Returns why not, if it was claimed before. */
  take(key: KeyClaim): NotClaimed | undefined {
    this.forget()
    const kept = this.byDigest.get(key.digest)
    if (kept === undefined) {
      this.byDigest.set(key.digest, {
        key,
        state: "held",
        outcome: undefined,
        until: Number.POSITIVE_INFINITY,
        waiting: new Set()
      })
      return undefined
    }
    if (kept.key.args !== key.args) return { key: "differs" }
    return kept.state === "done" ? { key: "done", outcome: kept.outcome } : { key: kept.state }
  }

  /** Settles the claim that holds a key, and no other. */
  settle({ digest, claim }: KeyClaim, { executed, key: outcome }: ClaimEnd): void {
    const kept = this.byDigest.get(digest)
    if (kept?.state !== "held" || kept.key.claim !== claim) return
    if (executed !== "unknown") this.byDigest.delete(digest)
    if (executed === "yes") {
      kept.state = "done"
      kept.until = this.now() + keptMs
      // Keys stand in the order in which they are forgotten.
      this.byDigest.set(digest, kept)
      this.keepAnswer(kept, outcome)
    } else if (executed === "unknown") kept.state = "unknown"
    for (const told of kept.waiting) told()
    kept.waiting.clear()
  }

  /** Calls a function once a key is not held. Returns a function that takes the wish back. */
  whenSettled({ digest }: KeyClaim, told: () => void): () => void {
    const kept = this.byDigest.get(digest)
    if (kept?.state !== "held") {
      told()
      return () => {}
    }
    kept.waiting.add(told)
    return () => void kept.waiting.delete(told)
  }

  /** Keeps an answer, and no more of the oldest than there is room for. Their keys stay. */
  private keepAnswer(kept: Kept, outcome: string | undefined): void {
    if (outcome === undefined) return
    kept.outcome = outcome
    this.answered.add(kept)
    this.answersLength += outcome.length
    for (const oldest of this.answered) {
      if (this.answersLength <= mostAnswers) return
      this.dropAnswer(oldest)
    }
  }

  private dropAnswer(kept: Kept): void {
    if (!this.answered.delete(kept)) return
    this.answersLength -= kept.outcome?.length ?? 0
    kept.outcome = undefined
  }

  private forget(): void {
    const now = this.now()
    for (const [digest, kept] of this.byDigest) {
      if (kept.state !== "done") continue
      if (kept.until > now) return
      this.byDigest.delete(digest)
      this.dropAnswer(kept)
    }
  }
}

const keptMs = 24 * 60 * 60 * 1000

/** The length, in characters, of all answers that are kept. */
const mostAnswers = 64 * 1024 * 1024
