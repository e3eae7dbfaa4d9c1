/**
 * Whether a canonical path equals a root or lies beneath it. Compares whole names: "/a/xy" is not beneath "/a/x".
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isBeneath } from "@toolgate/core/access"
 *
 * assert.equal(isBeneath("/app/src/a.ts", "/app"), true)
 * assert.equal(isBeneath("/workshop/a.ts", "/app"), false)
 * ```
 */
export const isBeneath = (path: string, root: string): boolean => {
  if (!path.startsWith(root)) return false
  if (path.length === root.length) return true
  // A backslash is a separator only in paths that begin with a drive or a server.
  const separator = /^(?:[A-Za-z]:|\\)\\/.test(root) ? "\\" : "/"
  return root.endsWith(separator) || path[root.length] === separator
}
