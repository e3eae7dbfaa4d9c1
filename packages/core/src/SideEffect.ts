/** The classes of what a tool is able to do at most, from least to most. Capability counts, and not typical use. */
export const sideEffectClasses = ["NONE", "READ", "WRITE", "EXECUTE", "NETWORK"] as const

/**
 * The class of a tool. NONE computes. READ looks at files, or queries the network without changing it. WRITE changes files in the
 * workspace. EXECUTE runs code or commands, and covers NETWORK. NETWORK changes the world outside.
 */
export type SideEffectClass = (typeof sideEffectClasses)[number]

/**
 * The effects that a tool may declare, each with the least class that its tool has to declare. A tool that runs code or changes the
 * system declares EXECUTE and nothing above it: EXECUTE covers NETWORK, and NETWORK does not cover EXECUTE.
 */
export const sideEffects = {
  read_only: "NONE",
  network_access: "READ",
  calls_llm: "READ",
  modifies_files: "WRITE",
  local_exec: "EXECUTE",
  system_state: "EXECUTE"
} as const satisfies Record<string, SideEffectClass>

/** A particular side effect, beside the class of a tool's side effects. */
export type SideEffect = keyof typeof sideEffects

/**
 * Returns the effects that a tool declares. If it declares no single ones, these are the effects that its class stands for, because
 * an empty list would say that the tool has none.
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
