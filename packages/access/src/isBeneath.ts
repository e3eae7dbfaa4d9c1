/** Whether a canonical path is the root or beneath it, name by name: "/a/xy" is not beneath "/a/x". */
export const isBeneath = (path: string, root: string): boolean => {
  if (!path.startsWith(root)) return false
  if (path.length === root.length) return true
  // A backslash is a character like any other, but for paths that begin with a drive or a server.
  const separator = /^(?:[A-Za-z]:|\\)\\/.test(root) ? "\\" : "/"
  return root.endsWith(separator) || path[root.length] === separator
}
