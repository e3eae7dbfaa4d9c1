import { readlinkSync } from "node:fs"
import { dirname, join, parse } from "node:path"

/**
 * Follows every link in an absolute path, and returns the destination; `undefined` after 40 links. Missing parts stay
 * as they are written. Broken links are followed too, because writing through such a link creates a file at its
 * destination.
 */
export const resolveLinks = (path: string): string | undefined => followLinks(path).end

/** Returns the path of each link on the way of a path, and the destination; no destination after 40 links. */
export const followLinks = (path: string): { readonly links: ReadonlyArray<string>; readonly end?: string } => {
  const { root } = parse(path)
  let at = root
  const names = namesOf(path.slice(root.length))
  const links: Array<string> = []
  for (;;) {
    const name = names.pop()
    if (name === undefined) return { links, end: at }
    if (name === "..") at = dirname(at)
    else {
      const next = join(at, name)
      const target = linkAt(next)
      if (target === undefined) at = next
      else {
        if (links.push(next) > 40) return { links }
        const { root: elsewhere } = parse(target)
        if (elsewhere !== "") at = elsewhere
        names.push(...namesOf(target.slice(elsewhere.length)))
      }
    }
  }
}

const namesOf = (path: string): Array<string> =>
  path
    .split(process.platform === "win32" ? /[\\/]/ : "/")
    .filter((name) => name !== "" && name !== ".")
    .reverse()

const linkAt = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    // The path is not a link or does not exist. If it may not be inspected, it cannot be reached either.
    return undefined
  }
}
