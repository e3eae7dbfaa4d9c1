import type { Allowed, Asked, Denied, GrantBounds, RuleRef } from "@toolgate/core"

const unbounded: GrantBounds = Object.freeze({})

/** The reason for allowing a call when no part of the policy objects. */
export const noObjection: RuleRef = Object.freeze({ layer: "policy", rule: "no objection", source: "none" })

/**
 * Returns a verdict that allows the call within the bounds.
 *
 * ```ts
 * import { allow, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "half a minute for each call", source: "judges.ts" }
 * export const halfAMinute: Judge = () => allow(because, { limits: { wallMs: 30_000 } })
 * ```
 */
export const allow = (because: RuleRef, bounds: GrantBounds = unbounded): Allowed => ({
  decision: "allow",
  because,
  bounds
})

/** The verdict of a part without an opinion: the other parts decide. */
export const noOpinion: Allowed = Object.freeze(allow(noObjection))

/**
 * Returns the verdict of a judge without an opinion. The other judges decide, and the record names the deciding rule.
 * If the policy is a single judge, the call is denied, because no rule has allowed it.
 *
 * ```ts
 * import { abstain, deny, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "nothing destructive", source: "judges.ts" }
 * export const nothingDestructive: Judge = ({ tool }) =>
 *   tool.destructive ? deny(because, "Nothing is deleted here.") : abstain()
 * ```
 */
export const abstain = (): Allowed => noOpinion

/**
 * Returns a verdict that asks a person. `covers` says how far the answer reaches: the call, the tool's calls to the
 * same hosts, or every call of the tool.
 *
 * ```ts
 * import { allow, ask, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "confirm the network", source: "judges.ts" }
 * export const confirmNetwork: Judge = ({ tool }) =>
 *   tool.sideEffects === "NETWORK" ? ask(because, "It reaches the network.") : allow(because)
 * ```
 */
export const ask = (because: RuleRef, why: string, covers: Asked["covers"] = "call"): Asked => ({
  decision: "ask",
  because,
  why,
  bounds: unbounded,
  covers
})

/**
 * Returns a verdict that denies the call.
 *
 * ```ts
 * import { allow, deny, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "nothing destructive", source: "judges.ts" }
 * export const nothingDestructive: Judge = ({ tool }) =>
 *   tool.destructive ? deny(because, "Nothing is deleted here.") : allow(because)
 * ```
 */
export const deny = (because: RuleRef, why: string): Denied => ({ decision: "deny", because, why })

/** Returns a denial because of a path. Runners report such a denial under a separate slug. */
export const denyPath = (because: RuleRef, why: string): Denied => ({
  decision: "deny",
  because,
  why,
  refusal: "FileDenied"
})
