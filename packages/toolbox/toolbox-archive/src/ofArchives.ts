import { Type } from "typebox"

/** The common part of all archive tools. */
export const ofArchives = { category: "archive", permission: "filesystem", requiresWorkspace: true } as const

/** The common part of archive tools that only read. */
export const readsArchives = {
  ...ofArchives,
  sideEffects: "READ",
  effects: ["read_only"],
  risk: "SAFE",
  callers: ["direct", "chain"],
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
} as const

export const archiveArgument = Type.String({
  description:
    "The archive, from the workspace's root. The format is read from its content: zip, tar, tar.gz, tar.bz2 or 7z."
})

/** Returns the schema of a name in an archive. */
export const nameArgument = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description })
