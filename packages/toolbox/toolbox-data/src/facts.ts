/** The part that the definitions share of the tools that read data. */
export const reads = {
  sideEffects: "READ",
  effects: ["read_only"],
  category: "data",
  callers: ["direct", "chain"]
} as const

/** The part that the definitions share of the tools that draw what they are given. */
export const draws = {
  sideEffects: "NONE",
  category: "data",
  permission: "compute",
  callers: ["direct", "chain"]
} as const
