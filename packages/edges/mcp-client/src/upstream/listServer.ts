import { type JsonObject, quoted, type ToolContext, type ToolOutput } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { McpServerEntry } from "../config/McpConfig.ts"
import type { Connection } from "./Connection.ts"
import { callServer, type ServerCall } from "./callServer.ts"
import { type ListedTool, toTool } from "./listedTool.ts"
import type { PageOptions } from "./listPages.ts"
import { listTools } from "./listTools.ts"
import { createOfferTools, type OfferedTools } from "./offers/createOfferTools.ts"
import { listOffers } from "./offers/listOffers.ts"
import { readTools } from "./readTools.ts"

/**
 * The basis of a registered tool: the recipe of the running server, as canonical JSON, and the server's definition if
 * there is one.
 */
export interface ServedTool {
  readonly server: string
  readonly listed?: ListedTool
}

/**
 * Sends a request for a call, once the server is connected. Rejects if the server or the tool's definition has changed
 * since.
 */
export type Serving = (
  context: ToolContext,
  tool: ServedTool,
  request: (
    connection: Connection,
    call: Pick<ServerCall, "server" | "context" | "allow" | "addressOf">
  ) => Promise<ToolOutput>
) => Promise<ToolOutput>

/**
 * Lists all that a server offers. Returns the tools to register: the server's own, and those for its resources and
 * prompts.
 */
export const listServer = async (
  connection: Connection,
  entry: McpServerEntry,
  recipe: JsonObject,
  serving: Serving,
  options: PageOptions
): Promise<OfferedTools> => {
  // A changed server makes a different tool, even if the list is the same.
  const server = canonicalizeJson(recipe)
  const own = readTools(entry.name, await listTools(connection, options), connection.redaction, (listed, name) => {
    const resources = entry.tools.get(listed.name)?.resources ?? []
    return toTool(
      entry,
      listed,
      name,
      (args, context) =>
        serving(context, { server, listed }, (now, call) => callServer(now, { ...call, listed, resources, args })),
      recipe
    )
  })
  const others = createOfferTools(
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

const why = "its entry has an override for it, but the server does not list it"
