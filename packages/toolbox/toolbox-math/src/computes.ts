/** The common part of all math tools: they compute and have no side effects. */
export const computes = {
  sideEffects: "NONE",
  category: "math",
  permission: "compute",
  callers: ["direct", "chain"]
} as const

/** The limits of the tools: the rows and columns of a matrix, and the variables and equations of a system. */
export const most = { side: 500, variables: 20 } as const
