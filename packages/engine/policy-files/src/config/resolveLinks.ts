import { readlinkSync } from "node:fs"
import { dirname, join, parse } from "node:path"

/**
 * Returns the path to which an absolute path leads when every link on the way is followed; `undefined` after 40 links.
 * A part that does not exist yet stays as it is written. Links that lead nowhere are followed too, because a file made
 * through such a link lies at its destination.
 */
export const resolveLinks = (path: string): string | undefined => followLinks(path).end

/**
 * Returns the links on the way of a path, each by its own path, and the destination. After 40 links there is no
 * destination.
 */
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

/** Returns the names of a path, with the last name first. */
const namesOf = (path: string): Array<string> =>
  path
    .split(process.platform === "win32" ? /[\\/]/ : "/")
    .filter((name) => name !== "" && name !== ".")
    .reverse()

const linkAt = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    // The path is not a link, or does not exist. A path that may not be inspected may not be reached either.
    return undefined
  }
}
