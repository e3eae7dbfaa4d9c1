import type { McpClient } from "../McpClient.ts"
import { shownMembers } from "./concealed.ts"

/**
 * Returns a configuration in TOML as it may be printed. It goes by lines: those that are no table's name, no comment, and not one of the
 * values of a server that are printed lose everything behind their `=`, or the whole line.
 */
export const shownToml = (text: string, { member }: Pick<McpClient, "member">): string => {
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

/** A name of two parts: the list of servers, and one of them. */
const isEntry = /^\s*(?:[\w-]+|"[^"]*")\s*\.\s*(?:[\w-]+|"[^"]*")\s*$/
