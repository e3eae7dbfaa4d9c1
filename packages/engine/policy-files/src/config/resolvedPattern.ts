import { escapePattern } from "@toolgate/core/access"
import { resolveLinks } from "./resolveLinks.ts"

/**
 * Returns an absolute path pattern with the links followed in its leading names that contain no wildcard. Calls are
 * compared after their paths are resolved, so that a pattern beneath a link would otherwise match nothing. Any other
 * pattern is returned unchanged. Only for patterns that are compared with files: the name of a program is not a path.
 */
export const resolvedPattern = (pattern: string): string => {
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
