import { findNearest } from "@toolgate/core"
import { type McpConfig, type McpServerEntry, parseMcpConfig } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { formatLeftOutSentence } from "../text/formatLeftOut.ts"
import { WrongUse } from "../WrongUse.ts"
import { getMcpFilePath, readMcpFile } from "./mcpFile.ts"

/** A server of a `mcp.yaml`, and the part of the file that is about it. */
export interface NamedServer {
  readonly entry: McpServerEntry
  readonly config: Pick<McpConfig, "servers" | "pins">
}

/** Returns a server of the `mcp.yaml` that a flag names, or of the user's own. */
export const findServer = Effect.fnUntraced(function* (name: string, file: Option.Option<string>) {
  const path = yield* getMcpFilePath(file)
  const text = yield* readMcpFile(path)
  const config = text === undefined ? undefined : yield* parseMcpConfig(text, path)
  const entry = config?.servers.get(name)
  if (config !== undefined && entry !== undefined)
    return { entry, config: { servers: new Map([[name, entry]]), pins: config.pins } } satisfies NamedServer
  const left = config?.leftOut.find((one) => one.what === "server" && one.name === name)
  if (left !== undefined) return yield* new WrongUse({ message: formatLeftOutSentence(left) })
  const meant = findNearest(name, [...(config?.servers.keys() ?? [])])
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`
  return yield* new WrongUse({
    message: `There is no server "${name}" in ${JSON.stringify(path)}.${hint} To use another file, name it with "--config".`
  })
})
