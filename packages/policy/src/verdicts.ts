import type { Allowed, Asked, Denied, GrantBounds, RuleRef, Verdict } from "@toolgate/core"

const unbounded: GrantBounds = Object.freeze({})

/** What stands for the reason where nothing was said for or against a call. */
export const unopposed: RuleRef = Object.freeze({ layer: "policy", rule: "nothing stands against it", source: "none" })

export const allow = (because: RuleRef, bounds: GrantBounds = unbounded): Allowed => ({
  decision: "allow",
  because,
  bounds
})

/** No opinion: whatever the rest of the policy thinks. */
export const noOpinion: Allowed = Object.freeze(allow(unopposed))

export const ask = (because: RuleRef, why: string, covers: Asked["covers"] = "call"): Asked => ({
  decision: "ask",
  because,
  why,
  bounds: unbounded,
  covers
})

export const deny = (because: RuleRef, why: string): Denied => ({ decision: "deny", because, why })

/** A denial because of a path, which runners are told apart by. */
export const denyPath = (because: RuleRef, why: string): Denied => ({
  decision: "deny",
  because,
  why,
  refusal: "FileDenied"
})

/**
 * What a judge answered, and a denial for an answer that is none of the three verdicts. A promise of one is none: a judge
 * answers at once.
 */
export const verdictOf = (answer: unknown): Verdict => (isVerdict(answer) ? answer : noVerdict)

const isVerdict = (answer: unknown): answer is Verdict => {
  const { decision, because, bounds, why } = (answer ?? {}) as Partial<
    Record<"decision" | "because" | "bounds" | "why", unknown>
  >
  if (typeof because !== "object" || because === null) return false
  if (decision === "deny") return typeof why === "string"
  return (
    typeof bounds === "object" &&
    bounds !== null &&
    (decision === "allow" || (decision === "ask" && typeof why === "string"))
  )
}

const noVerdict: Denied = Object.freeze(
  deny(
    { layer: "policy", rule: "a judge answers with a verdict", source: "built in" },
    "A judge answered with no verdict."
  )
)
