import type { Tool } from "@toolgate/core"

/** The common part of the tools that read one workspace file. */
export const readsFile = {
  sideEffects: "READ",
  effects: ["read_only"],
  category: "code",
  permission: "filesystem",
  requiresWorkspace: true,
  callers: ["direct", "chain"],
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
} as const satisfies Partial<Tool>
