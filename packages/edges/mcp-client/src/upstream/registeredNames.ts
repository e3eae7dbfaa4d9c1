import { createHash } from "node:crypto"

/**
 * Returns the name under which a gate registers a tool of a server, as the rules of other agents write it. Nobody ever splits it:
 * the tool's definition says to whom it belongs. A name that is too long is cut, and told apart from others that begin as it does.
 * `undefined` for a name that no definition may have.
 */
export const registeredName = (server: string, tool: string): string | undefined => {
  if (!/^[ -~]+$/.test(tool)) return undefined
  const name = `mcp__${server}__${tool.replaceAll(/[^A-Za-z0-9_.-]/g, "_")}`
  return name.length <= longestName ? name : distinctName(name, tool)
}

/** Returns a name that no other tool of the server has. */
export const distinctName = (name: string, tool: string): string => {
  const digest = createHash("sha256").update(tool).digest("hex").slice(0, digits)
  return `${name.slice(0, longestName - digits - 1)}_${digest}`
}

/** Returns what two names have in common that a person could take for each other. */
export const lookOf = (name: string): string => name.toLowerCase()

const longestName = 128

const digits = 8
