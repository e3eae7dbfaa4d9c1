import type { ClaimEnd, KeyClaim, NotClaimed } from "@toolgate/core"

interface ClaimedKey {
  readonly key: KeyClaim
  state: "held" | "unknown" | "done"
  outcome: string | undefined
  /** The time of `performance.now()` at which the key is forgotten. */
  until: number
  readonly waiting: Set<() => void>
}

/** The idempotency keys claimed in this process. A key is forgotten one day after its call has run. */
export class ClaimedKeys {
  private readonly byDigest = new Map<string, ClaimedKey>()
  /** The keys with a stored answer, oldest first, and the total length of these answers. */
  private readonly answered = new Set<ClaimedKey>()
  private answersLength = 0
  private readonly now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Claims a key. Returns the reason if the key is already claimed. */
  take(key: KeyClaim): NotClaimed | undefined {
    this.forget()
    const claimed = this.byDigest.get(key.digest)
    if (claimed === undefined || mayTakeAgain(claimed, key)) {
      if (claimed !== undefined) this.dropAnswer(claimed)
      this.byDigest.set(key.digest, {
        key,
        state: "held",
        outcome: undefined,
        until: Number.POSITIVE_INFINITY,
        waiting: new Set()
      })
      return undefined
    }
    if (claimed.key.args !== key.args) return { key: "differs" }
    return claimed.state === "done" ? { key: "done", outcome: claimed.outcome } : { key: claimed.state }
  }

  /** Settles a key, but only if this claim holds it. */
  settle({ digest, claim }: KeyClaim, { executed, key: outcome }: ClaimEnd): void {
    const claimed = this.byDigest.get(digest)
    if (claimed?.state !== "held" || claimed.key.claim !== claim) return
    if (executed !== "unknown") this.byDigest.delete(digest)
    if (executed === "yes") {
      claimed.state = "done"
      claimed.until = this.now() + keptMs
      // Re-inserted at the end, because keys are ordered by the time at which they are forgotten.
      this.byDigest.set(digest, claimed)
      this.keepAnswer(claimed, outcome)
    } else if (executed === "unknown") claimed.state = "unknown"
    for (const listener of claimed.waiting) listener()
    claimed.waiting.clear()
  }

  /** Calls a listener once the key is free. Returns a function that removes the listener. */
  whenSettled({ digest }: KeyClaim, listener: () => void): () => void {
    const claimed = this.byDigest.get(digest)
    if (claimed?.state !== "held") {
      listener()
      return () => {}
    }
    claimed.waiting.add(listener)
    return () => void claimed.waiting.delete(listener)
  }

  /** Stores an answer and drops the oldest answers beyond the limit. Their keys remain claimed. */
  private keepAnswer(claimed: ClaimedKey, outcome: string | undefined): void {
    if (outcome === undefined) return
    claimed.outcome = outcome
    this.answered.add(claimed)
    this.answersLength += outcome.length
    for (const oldest of this.answered) {
      if (this.answersLength <= mostAnswers) return
      this.dropAnswer(oldest)
    }
  }

  private dropAnswer(claimed: ClaimedKey): void {
    if (!this.answered.delete(claimed)) return
    this.answersLength -= claimed.outcome?.length ?? 0
    claimed.outcome = undefined
  }

  private forget(): void {
    const now = this.now()
    for (const [digest, claimed] of this.byDigest) {
      if (claimed.state !== "done") continue
      if (claimed.until > now) return
      this.byDigest.delete(digest)
      this.dropAnswer(claimed)
    }
  }
}

const mayTakeAgain = ({ key, state }: ClaimedKey, { args, goesOn }: KeyClaim): boolean =>
  goesOn === true && state !== "held" && key.args === args

const keptMs = 24 * 60 * 60 * 1000

/** The limit on the total length of all stored answers, in characters. */
const mostAnswers = 64 * 1024 * 1024
