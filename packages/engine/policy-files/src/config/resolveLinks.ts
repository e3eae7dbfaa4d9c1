import { readlinkSync } from "node:fs"
import { dirname, join, parse } from "node:path"

/**
 * Where an absolute path leads when every link on the way is followed, as far as it exists; what does not exist yet stays as it
 * is written. Links that lead nowhere are followed too: a file made through one lies there. `undefined` after 40 links.
 */
export const resolveLinks = (path: string): string | undefined => followLinks(path).end

/** The way of a path: the links on it, each by its own place, and where it ends; no end after 40 links. */
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

/** The last name first. */
const namesOf = (path: string): Array<string> =>
  path
    .split(process.platform === "win32" ? /[\\/]/ : "/")
    .filter((name) => name !== "" && name !== ".")
    .reverse()

const linkAt = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    // No link, or nothing at all. What may not be looked at may not be reached either.
    return undefined
  }
}
