import { realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { isBeneath } from "@toolgate/core/access"
import type { SignIns } from "@toolgate/mcp-client"
import * as Option from "effect/Option"
import { stateFolder } from "../stateFolder.ts"
import { configWords } from "./mcpFile.ts"

/**
 * The sign-ins at servers, each in a file that only this user can read, and the command that makes one. `config` is the `mcp.yaml` with the
 * servers, if it is not the user's own.
 */
export const signIns = (config: Option.Option<string> = Option.none()): SignIns => {
  return {
    folder: join(stateFolder("mcp"), "sign-ins"),
    command: (server, scopes) =>
      ["toolgate mcp login", server, ...scopes.flatMap((scope) => ["--scope", scope]), ...configWords(config)].join(" ")
  }
}

/** Whether calls that work in a workspace could read the sign-ins. */
export const areWithin = ({ folder }: SignIns, workspace: string): boolean => isBeneath(followed(folder), workspace)

/** Returns a path with its links followed, as far as it is there. */
const followed = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(followed(dirname(path)), basename(path))
  }
}
