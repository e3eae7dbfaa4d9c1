import { createHash } from "node:crypto"

/**
 * Returns the name under which a gate registers a server's tool, in the format that rules of other agents use. Names
 * are never parsed: the definition states the owner. Long names are shortened and get a digest. `undefined` if the name
 * is invalid.
 */
export const getRegisteredName = (server: string, tool: string): string | undefined => {
  if (!/^[ -~]+$/.test(tool)) return undefined
  const name = `mcp__${server}__${tool.replaceAll(/[^A-Za-z0-9_.-]/g, "_")}`
  return name.length <= longestName ? name : makeNameDistinct(name, tool)
}

/** Returns the name with a digest, unique among the server's tools. */
export const makeNameDistinct = (name: string, tool: string): string => {
  const digest = createHash("sha256").update(tool).digest("hex").slice(0, digits)
  return `${name.slice(0, longestName - digits - 1)}_${digest}`
}

/** Returns a key that is equal for names which people could confuse. */
export const getLookalikeKey = (name: string): string => name.toLowerCase()

const longestName = 128

const digits = 8
