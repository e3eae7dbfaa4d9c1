import { dirname, resolve } from "node:path"
import { policyPath } from "./findPolicy.ts"
import { homeFolder } from "./homeFolder.ts"
import { resolveLinks } from "./resolveLinks.ts"

/**
 * What decides when a policy is read from these files: the files, and the folder of the user's own policy, which would be read
 * the next time, whether it exists or not. Absolute, as they are named and with links followed.
 */
export const policyFiles = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const home = homeFolder()
  const named = paths.map((path) => resolve(path))
  if (home !== undefined) named.push(dirname(policyPath(home)))
  return [...new Set(named.flatMap((path) => [path, resolveLinks(path) ?? path]))]
}
