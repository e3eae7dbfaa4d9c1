import type { Allowed, Asked, Denied, GrantBounds, RuleRef } from "@toolgate/core"

const unbounded: GrantBounds = Object.freeze({})

/** The reason for allowing a call when no part of the policy objects. */
export const noObjection: RuleRef = Object.freeze({ layer: "policy", rule: "no objection", source: "none" })

/**
 * Returns a verdict that allows the call within the bounds.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { JudgePolicy } from "@toolgate/policy"
 * import { allow, createToolgate, defineTool, type Judge } from "toolgate"
 *
 * // Allows every call for half a minute.
 * const because = { layer: "app", rule: "half a minute for each call", source: "judges.ts" }
 * const halfAMinute: Judge = () => allow(because, { limits: { wallMs: 30_000 } })
 * const parameters = { type: "object" } as const
 * const ping = defineTool({
 *   name: "ping",
 *   description: "Answers.",
 *   parameters,
 *   sideEffects: "NONE",
 *   execute: () => "pong"
 * })
 *
 * await using gate = await createToolgate({ workspace: ".", policy: JudgePolicy.layer(halfAMinute), tools: [ping] })
 * const judged = await gate.judge({ id: "1", tool: "ping", args: {} })
 * assert.equal(judged.decision === "allow" && judged.grant.limits.wallMs, 30_000)
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
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { abstain, builtins, createToolgate, deny, type Judge } from "toolgate"
 *
 * // This judge decides about one tool only.
 * const because = { layer: "app", rule: "nothing is published", source: "judges.ts" }
 * const judge: Judge = ({ tool }) => (tool.name === "publish" ? deny(because, "Nothing is published here.") : abstain())
 *
 * await using gate = await createToolgate({ workspace: ".", policy: { files: [], judges: [judge] }, tools: builtins() })
 * const { decision } = await gate.judge({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * assert.equal(decision, "allow")
 * ```
 */
export const abstain = (): Allowed => noOpinion

/**
 * Returns a verdict that asks a person. `covers` says how far the answer reaches: the call, the tool's calls to the
 * same hosts, or every call of the tool.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { JudgePolicy } from "@toolgate/policy"
 * import { allow, ask, createToolgate, defineTool, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "confirm the network", source: "judges.ts" }
 * const confirmNetwork: Judge = ({ tool }) =>
 *   tool.sideEffects === "NETWORK" ? ask(because, "It reaches the network.") : allow(because)
 * const parameters = { type: "object" } as const
 * const post = defineTool({
 *   name: "post",
 *   description: "Posts.",
 *   parameters,
 *   sideEffects: "NETWORK",
 *   execute: () => "sent"
 * })
 *
 * const policy = JudgePolicy.layer(confirmNetwork)
 * const onAsk = () => ({ decision: "deny", reason: "Not today." }) as const
 * await using gate = await createToolgate({ workspace: ".", policy, tools: [post], onAsk })
 * const { executed, error } = await gate.dispatch({ id: "1", tool: "post", args: {} })
 * assert.deepEqual([executed, error?.why], ["no", "UserDenied"])
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
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { JudgePolicy } from "@toolgate/policy"
 * import { allow, builtins, createToolgate, deny, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "reading only", source: "judges.ts" }
 * const readingOnly: Judge = ({ tool }) =>
 *   tool.sideEffects === "READ" ? allow(because) : deny(because, "Nothing is written here.")
 *
 * await using gate = await createToolgate({ workspace: ".", policy: JudgePolicy.layer(readingOnly), tools: builtins() })
 * const { error } = await gate.dispatch({ id: "1", tool: "write_file", args: { path: "note.txt", content: "hi" } })
 * assert.deepEqual([error?.why, error?.message], ["PolicyDenied", "Permission denied: Nothing is written here."])
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
