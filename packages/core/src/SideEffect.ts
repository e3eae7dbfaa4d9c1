/** The highest thing a tool is able to do, by capability and not by typical use, from least to most. */
export const sideEffectClasses = ["NONE", "READ", "WRITE", "EXECUTE", "NETWORK"] as const

/**
 * NONE computes. READ looks at files, or queries the network without changing it. WRITE changes files in the workspace.
 * EXECUTE runs code or commands, and covers NETWORK. NETWORK changes the world outside.
 */
export type SideEffectClass = (typeof sideEffectClasses)[number]

/**
 * What a tool does, in particular. Each implies the least class that its tool has to declare. What runs code or changes the
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

export type SideEffect = keyof typeof sideEffects
