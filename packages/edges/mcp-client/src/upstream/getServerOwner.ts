import { hash } from "node:crypto"
import { canonicalizeJson } from "@toolgate/core/json"
import type { McpServerEntry } from "../config/McpConfig.ts"

/**
 * Returns the owner of a server's tools: the operator's name for the server, and a digest of its command line or URL.
 * The server itself has no say. A new command line makes a new owner, whose tools need approval again.
 */
export const getServerOwner = ({ name, source }: Pick<McpServerEntry, "name" | "source">): string => {
  const identity = source.kind === "stdio" ? { command: source.command } : { url: source.url }
  return `mcp:${name}:${hash("sha256", canonicalizeJson(identity)).slice(0, 32)}`
}
