import type { Tool } from "@toolgate/core"

/** The declarations of tools that tell of tools. Whoever may use a tool may know of it: nothing else is returned. */
export const learning = {
  sideEffects: "NONE",
  category: "system",
  requiresCapability: false,
  callers: ["direct"]
} as const satisfies Partial<Tool>
