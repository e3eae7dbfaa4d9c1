import { type JsonObject, quoted, type ToolContext, type ToolOutput } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { McpServerEntry } from "../config/McpConfig.ts"
import type { Connection } from "./Connection.ts"
import { callServer, type ServerCall } from "./callServer.ts"
import { type ListedTool, toolOf } from "./listedTool.ts"
import type { PageOptions } from "./listPages.ts"
import { listTools } from "./listTools.ts"
import { listOffers } from "./offers/listOffers.ts"
import { type OfferedTools, offeredTools } from "./offers/offeredTools.ts"
import { readTools } from "./readTools.ts"

/** The facts that a tool was registered for: the server as it ran, as canonical JSON, and the definition if the server gave it. */
export interface ServedTool {
  readonly server: string
  readonly listed?: ListedTool
}

/** Makes a request of a call, once the server is connected. Rejects if the server, or the definition of its tool, is another one by then. */
export type Serving = (
  context: ToolContext,
  tool: ServedTool,
  request: (
    connection: Connection,
    call: Pick<ServerCall, "server" | "context" | "allow" | "addressOf">
  ) => Promise<ToolOutput>
) => Promise<ToolOutput>

/** Asks a server for all that it has. Returns the tools that can be registered for it, its own and those that reach the rest. */
export const listServer = async (
  connection: Connection,
  entry: McpServerEntry,
  recipe: JsonObject,
  serving: Serving,
  options: PageOptions
): Promise<OfferedTools> => {
  // A tool whose server is another one now is another tool, also if the server lists it as before.
  const server = canonicalizeJson(recipe)
  const own = readTools(entry.name, await listTools(connection, options), connection.redaction, (listed, name) => {
    const resources = entry.tools.get(listed.name)?.resources ?? []
    return toolOf(
      entry,
      listed,
      name,
      (args, context) =>
        serving(context, { server, listed }, (now, call) => callServer(now, { ...call, listed, resources, args })),
      recipe
    )
  })
  const others = offeredTools(
    entry,
    await listOffers(connection, entry, options),
    (tool) => (args, context) => serving(context, { server }, (now, call) => tool.use(now, call, args)),
    recipe
  )
  const names = new Set([...own.candidates.map(({ label }) => quoted(label)), ...own.leftOut.map(({ tool }) => tool)])
  const unlisted = [...entry.tools.keys()].filter((tool) => !names.has(quoted(tool)))
  return {
    candidates: [...own.candidates, ...others.candidates].map((one) => ({ ...one, text: `${one.text}${server}` })),
    offers: others.offers,
    leftOut: [...own.leftOut, ...others.leftOut, ...unlisted.map((tool) => ({ tool: quoted(tool), why }))]
  }
}

const why = "its entry says something of it, and the server does not list it"
