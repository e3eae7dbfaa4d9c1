/** The most that a tool is able to do, from least to most. Capability counts, not typical use. */
export const sideEffectClasses = ["NONE", "READ", "WRITE", "EXECUTE", "NETWORK"] as const

/**
 * The class of a tool. NONE only computes. READ reads files or queries the network without changing it. WRITE changes
 * files in the workspace. EXECUTE runs code or commands, and includes NETWORK. NETWORK changes the outside world.
 */
export type SideEffectClass = (typeof sideEffectClasses)[number]

/**
 * The effects that a tool may declare, each with the minimum class of its tool. A tool that runs code or changes the
 * system declares EXECUTE: EXECUTE includes NETWORK, but NETWORK does not include EXECUTE.
 */
export const sideEffects = {
  read_only: "NONE",
  network_access: "READ",
  calls_llm: "READ",
  modifies_files: "WRITE",
  local_exec: "EXECUTE",
  system_state: "EXECUTE"
} as const satisfies Record<string, SideEffectClass>

/** A single effect, more specific than the class of side effects. */
export type SideEffect = keyof typeof sideEffects

/**
 * Returns a tool's declared effects. If it declares none, returns those of its class, because an empty list would mean
 * that the tool has no effects.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listEffects } from "@toolgate/core"
 *
 * assert.deepEqual(listEffects({ sideEffects: "READ", effects: ["network_access"] }), ["network_access"])
 * // A tool that declares no effects has those of its class.
 * assert.deepEqual(listEffects({ sideEffects: "WRITE", effects: [] }), ["modifies_files"])
 * ```
 */
export const listEffects = (tool: {
  readonly sideEffects: SideEffectClass
  readonly effects: ReadonlyArray<SideEffect>
}): ReadonlyArray<SideEffect> => (tool.effects.length > 0 ? tool.effects : effectsOfClass[tool.sideEffects])

const effectsOfClass: Readonly<Record<SideEffectClass, ReadonlyArray<SideEffect>>> = {
  NONE: Object.freeze(["read_only"] as const),
  READ: Object.freeze(["read_only"] as const),
  WRITE: Object.freeze(["modifies_files"] as const),
  EXECUTE: Object.freeze(["local_exec"] as const),
  NETWORK: Object.freeze(["network_access"] as const)
}
