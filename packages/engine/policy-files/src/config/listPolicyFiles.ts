import { dirname, resolve } from "node:path"
import type { PolicyConfig } from "@toolgate/policy"
import { getPolicyPath } from "./findPolicy.ts"
import { getHomeFolder } from "./getHomeFolder.ts"
import { followLinks } from "./resolveLinks.ts"

/**
 * Lists the paths that decide which policy is loaded: the given files, the files about programs that their
 * configurations name, and the folder of the user's own policy. The folder is included even if it does not exist,
 * because a policy added there would be loaded the next time.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listPolicyFiles } from "@toolgate/policy-files"
 *
 * const files = listPolicyFiles(["/etc/toolgate/team.yaml"])
 * assert(files.includes("/etc/toolgate/team.yaml"))
 * // The folder of the user's own policy.
 * assert(files.some((path) => path.endsWith("toolgate")))
 * ```
 */
export const listPolicyFiles = (
  paths: ReadonlyArray<string>,
  configs: ReadonlyArray<Pick<PolicyConfig, "programs" | "onlyNarrows">> = []
): ReadonlyArray<string> => {
  const home = getHomeFolder()
  const programs = configs.flatMap(({ programs, onlyNarrows }) =>
    programs === undefined || onlyNarrows === true ? [] : [programs.folder, ...programs.paths]
  )
  return listPathSteps([...paths, ...programs, ...(home === undefined ? [] : [dirname(getPolicyPath(home))])])
}

/**
 * Lists every path that decides where the given paths lead: the paths themselves, each link on the way, and the
 * destinations.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, realpath, symlink } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { listPathSteps } from "@toolgate/policy-files"
 * import { putFile } from "@toolgate/testing"
 *
 * await using folder = await mkdtempDisposable(join(await realpath(tmpdir()), "policy-"))
 * const [file, link] = [join(folder.path, "team.yaml"), join(folder.path, "toolgate.yaml")]
 * putFile(file)
 * await symlink(file, link)
 * // Changing the link would change the policy too.
 * assert.deepEqual(listPathSteps([link]), [link, file])
 * ```
 */
export const listPathSteps = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    paths.flatMap((path) => {
      const named = resolve(path)
      const { links, end = named } = followLinks(named)
      return [named, ...links, end]
    })
  )
]
