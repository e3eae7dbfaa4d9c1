/** The common part of the tools that read data. */
export const reads = {
  sideEffects: "READ",
  effects: ["read_only"],
  category: "data",
  callers: ["direct", "chain"]
} as const

/** The common part of the tools that draw data. */
export const draws = {
  sideEffects: "NONE",
  category: "data",
  permission: "compute",
  callers: ["direct", "chain"]
} as const
