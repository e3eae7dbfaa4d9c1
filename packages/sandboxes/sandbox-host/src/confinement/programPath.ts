import { realpathSync } from "node:fs"
import { resolve } from "node:path"
import { isBeneath } from "@toolgate/access"
import type { Permit } from "@toolgate/core"
import { tried } from "@toolgate/processes"

/**
 * Returns a `PATH` without the folders in which calls may put programs of their own: those in the workspace, and those
 * in trees that the command may write. A folder that does not exist is left out too, because the command might make it.
 */
export const programPath = (path: string, { request, grant }: Pick<Permit, "request" | "grant">): string => {
  const trees = grant.access.files.filter(({ scope, mode }) => scope === "tree" && mode !== "r")
  const written = [request.context.workspace, ...trees.map((tree) => tree.path)]
  const kept = path.split(":").filter((folder) => {
    const real = folder.startsWith("/") ? tried(() => realpathSync(folder)) : undefined
    // A call could change a link in the workspace, wherever it leads now.
    return real !== undefined && !written.some((root) => isBeneath(real, root) || isBeneath(resolve(folder), root))
  })
  return kept.length === 0 ? noFolder : kept.join(":")
}

/** A path at which nobody can make a folder. With an empty `PATH`, programs are looked for in the working folder. */
const noFolder = "/dev/null"
