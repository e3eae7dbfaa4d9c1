import { dirname, resolve } from "node:path"
import { policyPath } from "./findPolicy.ts"
import { homeFolder } from "./homeFolder.ts"
import { followLinks } from "./resolveLinks.ts"

/**
 * Returns the paths that decide which policy is read: the given files, and the folder of the user's own policy. The
 * folder is included even if it does not exist, because a policy in it would be read the next time.
 */
export const policyFiles = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const home = homeFolder()
  return placesOf([...paths, ...(home === undefined ? [] : [dirname(policyPath(home))])])
}

/**
 * Returns everything that must stay in place for the paths to lead where they lead: the paths themselves, each link on
 * the way, and the destinations.
 */
export const placesOf = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    paths.flatMap((path) => {
      const named = resolve(path)
      const { links, end = named } = followLinks(named)
      return [named, ...links, end]
    })
  )
]
