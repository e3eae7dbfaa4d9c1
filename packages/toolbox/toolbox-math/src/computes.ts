/** The part that the definitions of all mathematical tools share: they compute, and touch nothing. */
export const computes = {
  sideEffects: "NONE",
  category: "math",
  permission: "compute",
  callers: ["direct", "chain"]
} as const

/** The bounds on the tools: the rows and columns of a matrix, and the variables and the equations of a system. */
export const most = { side: 500, variables: 20 } as const
