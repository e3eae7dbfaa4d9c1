import { dirname, resolve } from "node:path"
import type { PolicyConfig } from "@toolgate/policy"
import { policyPath } from "./findPolicy.ts"
import { homeFolder } from "./homeFolder.ts"
import { followLinks } from "./resolveLinks.ts"

/**
 * Returns the paths that decide which policy is read: the given files, the files about programs that their configurations
 * name, and the folder of the user's own policy. The folder is included even if it does not exist, because a policy in it
 * would be read the next time.
 */
export const policyFiles = (
  paths: ReadonlyArray<string>,
  configs: ReadonlyArray<Pick<PolicyConfig, "programs" | "onlyNarrows">> = []
): ReadonlyArray<string> => {
  const home = homeFolder()
  const programs = configs.flatMap(({ programs, onlyNarrows }) =>
    programs === undefined || onlyNarrows === true ? [] : [programs.folder, ...programs.paths]
  )
  return placesOf([...paths, ...programs, ...(home === undefined ? [] : [dirname(policyPath(home))])])
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
