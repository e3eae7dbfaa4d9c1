import type { McpClient } from "../McpClient.ts"
import { shownMembers } from "./concealValues.ts"

/**
 * Returns a TOML configuration for display, line by line. Only table names, comments and printable server values remain; other lines lose
 * everything after `=`, or are replaced as a whole.
 */
export const formatShownToml = (text: string, { member }: Pick<McpClient, "member">): string => {
  let isServer = false
  let isShown = false
  return text
    .split(/(?<=\n)/)
    .map((line) => {
      if (/^\s*(?:#|$)/.test(line)) return line
      const [, header] = /^\s*\[+([^[\]=]+)\]+\s*(?:#.*)?$/.exec(line.trimEnd()) ?? []
      if (header !== undefined) {
        isServer = isEntry.test(header) && header.replaceAll(/[\s"']/g, "").startsWith(`${member}.`)
        isShown = false
        return line
      }
      const [, key, name = ""] = /^(\s*([\w.-]+|"[^"]*")\s*=)/.exec(line) ?? []
      if (key === undefined) return isShown ? line : line.replace(/\S.*/, "…")
      isShown = isServer && shownMembers.has(name)
      return isShown ? line : line.replace(/=.*/, '= "…"')
    })
    .join("")
}

/** A two-part name: the list of servers, and one server. */
const isEntry = /^\s*(?:[\w-]+|"[^"]*")\s*\.\s*(?:[\w-]+|"[^"]*")\s*$/
