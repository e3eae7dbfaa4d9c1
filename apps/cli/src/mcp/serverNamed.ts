import { nearest } from "@toolgate/core"
import { type McpServerEntry, parseMcpConfig } from "@toolgate/mcp"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { WrongUse } from "../WrongUse.ts"
import { mcpFilePath, mcpFileText } from "./mcpFile.ts"

/** Returns the entry of a server in the `mcp.yaml` that a flag names, or in the user's own. */
export const serverNamed = Effect.fnUntraced(function* (name: string, config: Option.Option<string>) {
  const path = yield* mcpFilePath(config)
  const text = yield* mcpFileText(path)
  const servers: ReadonlyMap<string, McpServerEntry> =
    text === undefined ? new Map() : (yield* parseMcpConfig(text, path)).servers
  const found = servers.get(name)
  if (found !== undefined) return found
  const meant = nearest(name, [...servers.keys()])
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`
  return yield* new WrongUse({ message: `There is no server "${name}" in ${JSON.stringify(path)}.${hint}` })
})
