/** Whether a canonical path is a root or beneath that root, compared name by name: "/a/xy" is not beneath "/a/x". */
export const isBeneath = (path: string, root: string): boolean => {
  if (!path.startsWith(root)) return false
  if (path.length === root.length) return true
  // A backslash separates names only in paths that begin with a drive or a server. Elsewhere a backslash is an ordinary
  // character.
  const separator = /^(?:[A-Za-z]:|\\)\\/.test(root) ? "\\" : "/"
  return root.endsWith(separator) || path[root.length] === separator
}
