import { dirname, resolve } from "node:path"
import { policyPath } from "./findPolicy.ts"
import { homeFolder } from "./homeFolder.ts"
import { followLinks } from "./resolveLinks.ts"

/**
 * What decides when a policy is read from these files: the files, and the folder of the user's own policy, which would be read
 * the next time, whether it exists or not.
 */
export const policyFiles = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const home = homeFolder()
  return placesOf([...paths, ...(home === undefined ? [] : [dirname(policyPath(home))])])
}

/** Whatever has to stay in its place for these paths to lead where they lead: they as they are named, each link on the way, and where they end. */
const placesOf = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    paths.flatMap((path) => {
      const named = resolve(path)
      const { links, end = named } = followLinks(named)
      return [named, ...links, end]
    })
  )
]
