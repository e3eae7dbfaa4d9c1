import { join } from "node:path"
import type { SignIns } from "@toolgate/mcp-client"
import * as Option from "effect/Option"
import { getStateFolder } from "../getStateFolder.ts"
import { listConfigWords } from "./mcpFile.ts"

/**
 * Returns the saved sign-ins, in files that only this user can read, and the command to sign in. `config` is the `mcp.yaml`, if it is not
 * the default.
 */
export const signIns = (config: Option.Option<string> = Option.none()): SignIns => {
  return {
    folder: join(getStateFolder("mcp"), "sign-ins"),
    command: (server, scopes) =>
      ["toolgate mcp login", server, ...scopes.flatMap((scope) => ["--scope", scope]), ...listConfigWords(config)].join(
        " "
      )
  }
}
