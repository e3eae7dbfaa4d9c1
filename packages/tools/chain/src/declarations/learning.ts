import type { Tool } from "@toolgate/core"

/** The tools that describe other tools. They only return tools that the caller may use. */
export const learning = {
  sideEffects: "NONE",
  category: "system",
  requiresCapability: false,
  callers: ["direct"]
} as const satisfies Partial<Tool>
