import { escapePattern } from "@toolgate/core/access"
import { resolveLinks } from "./resolveLinks.ts"

/**
 * Follows the links in the leading names without wildcards of an absolute path pattern. Calls are compared by resolved
 * paths, so a pattern beneath a link would otherwise never match. Any other pattern is returned unchanged. Use it only
 * for patterns that are compared with files: a program's name is not a path.
 */
export const resolvePattern = (pattern: string): string => {
  const root = /^(?:\/|[A-Za-z]:[\\/])/.exec(pattern)?.[0]
  if (root === undefined) return pattern
  const names = pattern.slice(root.length).split("/")
  const wild = names.findIndex((name) => /[*?]/.test(name.replaceAll(/\\./gu, "")))
  const literal = (wild === -1 ? names : names.slice(0, wild)).map((name) => name.replaceAll(/\\(.)/gu, "$1"))
  const resolved = resolveLinks(root + literal.join("/"))
  if (resolved === undefined) return pattern
  const rest = wild === -1 ? [] : names.slice(wild)
  return [escapePattern(resolved).replace(/\/$/, ""), ...rest].join("/") || "/"
}
