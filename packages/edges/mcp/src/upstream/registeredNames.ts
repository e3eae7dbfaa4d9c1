/**
 * Returns the name under which a gate registers a tool of a server, as the rules of other agents write it. Nobody ever splits it:
 * the tool's definition says to whom it belongs. `undefined` for a name that no definition may have.
 */
export const registeredName = (server: string, tool: string): string | undefined => {
  if (!/^[ -~]+$/.test(tool)) return undefined
  const name = `mcp__${server}__${tool.replaceAll(/[^A-Za-z0-9_.-]/g, "_")}`
  return name.length <= longestName ? name : undefined
}

/**
 * Returns the names that more than one of these tools would have, in upper or lower case. None of the tools gets such a name,
 * because which of them was meant would be for the server to say.
 */
export const sharedNames = (names: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const name of names.map(lookOf)) (seen.has(name) ? shared : seen).add(name)
  return shared
}

/** Returns what two names have in common that a person could take for each other. */
export const lookOf = (name: string): string => name.toLowerCase()

const longestName = 128
