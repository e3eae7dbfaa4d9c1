import type { Allowed, Asked, Denied, GrantBounds, RuleRef } from "@toolgate/core"

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
