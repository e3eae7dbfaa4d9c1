import type { Tool } from "@toolgate/core"

/** The part that the definitions share of the tools that read one file of the workspace. */
export const readsFile = {
  sideEffects: "READ",
  effects: ["read_only"],
  category: "code",
  permission: "filesystem",
  requiresWorkspace: true,
  callers: ["direct", "chain"],
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
} as const satisfies Partial<Tool>
