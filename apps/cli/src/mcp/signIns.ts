import { join } from "node:path"
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
