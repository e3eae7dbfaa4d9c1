import {
  defineTool,
  type Json,
  type JsonObject,
  quoted,
  type Schema,
  type Tool,
  type ToolInstance
} from "@toolgate/core"
import { copyJson, isJsonObject, NotJson } from "@toolgate/core/json"
import type { McpServerEntry } from "../config/McpConfig.ts"
import { getServerOwner } from "./getServerOwner.ts"
import { describeServed } from "./getServerRecipe.ts"
import { getToolEffects } from "./getToolEffects.ts"

/** A definition that a server listed: plain JSON within limits, with a name. Other fields are not validated. */
export interface ListedTool extends JsonObject {
  readonly name: string
}

const longest = { title: 1024, description: 16 * 1024 }
const longestName = 256

const cut = " … [The rest of this text is left out.]"

/** Returns a frozen copy of a listed definition, or the reason why it is invalid. */
export const readListed = (given: unknown): ListedTool | string => {
  const copied = copyJson(given, { depth: 80, nodes: 50_000, characters: 1024 * 1024 })
  if (copied instanceof NotJson) return `its definition ${copied.reason}`
  if (!isJsonObject(copied)) return "its definition is not an object"
  if (!hasName(copied)) return "it has no name"
  if (!copied.name.isWellFormed()) return "its name is not text"
  if (copied.name.length > longestName) return `its name is longer than ${longestName} characters`
  const texts: Record<string, string> = {}
  for (const [field, most] of Object.entries(longest)) {
    const text = copied[field]
    if (text === undefined || text === null) continue
    if (typeof text !== "string") return `its ${field} is not text`
    texts[field] = (text.length > most ? `${text.slice(0, most - cut.length)}${cut}` : text).toWellFormed()
  }
  return { ...copied, ...texts }
}

/**
 * Returns the tool to register for a listed definition. The registry validates it. The schemas come from the server;
 * the operator's word about effects overrides the server's.
 */
export const toTool = (
  entry: McpServerEntry,
  listed: ListedTool,
  name: string,
  execute: ToolInstance["execute"],
  server?: JsonObject
): Tool => {
  const overlay = entry.tools.get(listed.name) ?? {}
  const { callers = entry.callers } = overlay
  const annotations = isJsonObject(listed.annotations) ? listed.annotations : {}
  const { title = annotations.title, description } = listed
  const tool = defineTool({
    name,
    owner: getServerOwner(entry),
    ...(typeof title === "string" ? { title } : {}),
    description: typeof description === "string" && description.trim() !== "" ? description : quoted(listed.name, 128),
    parameters: ofObject(listed.inputSchema) as Schema,
    ...(listed.outputSchema === undefined ? {} : { output: listed.outputSchema as Schema }),
    schemas: entry.unchecked === "leave-to-server" ? "partial" : "full",
    ...getToolEffects(entry.source, overlay, annotations),
    risk: overlay.risk ?? "MEDIUM",
    resources: overlay.resources ?? [],
    ...(callers === undefined ? {} : { callers }),
    category: `mcp.${entry.name}`,
    ...(entry.timeoutMs === undefined ? {} : { timeoutMs: entry.timeoutMs }),
    execute
  })
  return server === undefined ? tool : describeServed(tool, server, { tool: listed.name })
}

/** Adds the type to the schema of arguments. MCP arguments are always objects, and some servers omit the type. */
const ofObject = (schema: Json | undefined): Json | undefined =>
  isJsonObject(schema) && schema.type === undefined ? { ...schema, type: "object" } : schema

const hasName = (listed: JsonObject): listed is ListedTool => typeof listed.name === "string" && listed.name !== ""
