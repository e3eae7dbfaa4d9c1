import { Type } from "typebox"

/** The part that the definitions of all archive tools share. */
export const ofArchives = { category: "archive", permission: "filesystem", requiresWorkspace: true } as const

/** The part that the definitions of archive tools that only read share. */
export const readsArchives = {
  ...ofArchives,
  sideEffects: "READ",
  effects: ["read_only"],
  risk: "SAFE",
  callers: ["direct", "chain"],
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
} as const

/** The argument that names the archive. */
export const archiveArgument = Type.String({
  description: "The archive, from the workspace's root. Its content says its format: zip, tar, tar.gz, tar.bz2 or 7z."
})

/** A name in an archive, as an argument. */
export const nameArgument = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description })
