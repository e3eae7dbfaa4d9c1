import { defineTool, type JsonObject, type Schema, type Tool, type ToolInstance, type ToolOutput } from "@toolgate/core"
import type { McpServerEntry } from "../../config/McpConfig.ts"
import type { Connection } from "../Connection.ts"
import { describeServed } from "../getServerRecipe.ts"
import type { ServedCall } from "../sendRequest.ts"
import type { OutputContext } from "../toOutput.ts"

/** A tool that serves resources, prompts or completions of a server, as it is registered. */
export interface OfferTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly parameters: JsonObject
  readonly resources?: Tool["resources"]
  /** The owner, if the definition comes from the server and is pinned. */
  readonly owner?: string
  readonly use: (
    connection: Connection,
    call: ServedCall & Pick<OutputContext, "addressOf">,
    args: JsonObject
  ) => Promise<ToolOutput>
}

/**
 * Returns the tool to register. Its calls read, and reach the network if the server does: a requested address can carry
 * data to it.
 */
export const createOfferTool = (
  { name: entry, source, timeoutMs }: McpServerEntry,
  { name, title, description, parameters, resources = [], owner }: Omit<OfferTool, "use">,
  execute: ToolInstance["execute"],
  { use, server }: { readonly use: string; readonly server: JsonObject }
): Tool => {
  const reaches =
    source.kind === "http" ||
    source.unconfined ||
    source.network === "any" ||
    resources.some(({ kind }) => kind === "url")
  const tool = defineTool({
    name,
    ...(owner === undefined ? {} : { owner }),
    ...(title === undefined ? {} : { title }),
    description,
    parameters: parameters as Schema,
    schemas: "full",
    sideEffects: "READ",
    effects: reaches ? ["network_access"] : [],
    resources,
    category: `mcp.${entry}`,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    execute
  })
  return describeServed(tool, server, { use })
}
