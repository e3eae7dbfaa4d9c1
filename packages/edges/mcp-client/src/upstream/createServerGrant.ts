import { existsSync, realpathSync } from "node:fs"
import { join, resolve } from "node:path"
import { commandLimits, type ExecutionGrant, type FileAccess, type ResolvedPath, unlimited } from "@toolgate/core"
import type { StdioSource } from "../config/McpConfig.ts"
import { ServerFault } from "./ServerFault.ts"

/** The grant under which a server's process runs. */
export type ServerGrant = Pick<ExecutionGrant, "confinement" | "limits" | "access">

/**
 * Returns the grant for a server's entry: exactly the files that it names. Throws a `ServerFault` if one of them is
 * missing.
 */
export const createServerGrant = (
  { files, network, limits, unconfined }: Omit<StdioSource, "kind" | "command" | "env">,
  workspace: string
): ServerGrant => {
  if (unconfined)
    return {
      confinement: "waived",
      limits: { ...unlimited(), ...limits },
      access: { files: [], hosts: "any", env: [] }
    }
  const seen = files.map(
    ({ path, mode }): FileAccess => ({ path: existing(resolve(workspace, path)), mode, scope: "tree" })
  )
  const { processes, memoryShare } = commandLimits
  const share = limits.memoryBytes === undefined ? { memoryShare } : {}
  return {
    confinement: "required",
    limits: { ...unlimited(), processes, ...share, ...limits },
    access: {
      files: seen,
      hosts: network === "any" ? "any" : [],
      env: [],
      path: seen.flatMap(({ path, mode }) => (mode === "r" && hasPrograms(path) ? [path] : []))
    }
  }
}

/** Whether a read-only folder contains programs, such as a Node installation. */
export const hasPrograms = (path: string): boolean => existsSync(join(path, "bin"))

const existing = (path: string): ResolvedPath => {
  try {
    return realpathSync.native(path) as ResolvedPath
  } catch (cause) {
    throw new ServerFault({ message: `Its entry names "${path}", which does not exist.`, cause })
  }
}
