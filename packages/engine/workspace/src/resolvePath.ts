import { existsSync } from "node:fs"
import { parse, resolve } from "node:path"
import { FileFailed, type FileFailedReason, type ResolvedPath } from "@toolgate/core"
import { changed, maxAttempts } from "./changed.ts"
import { failed } from "./failed.ts"
import type { PathEnd } from "./PathEnd.ts"
import type { PathPins } from "./PathPins.ts"
import { walk } from "./walk.ts"

type Resolved = Pick<PathEnd, "path" | "problem"> | FileFailed

/**
 * Returns where a path leads, with links followed. For something that does not exist, even the workspace itself,
 * returns the path where it would be, because a policy is also asked about folders that are yet to be made. Never
 * throws.
 */
export const resolvePath = (pins: PathPins["Service"], workspace: ResolvedPath, path: string): Resolved => {
  const resolved = resolveFrom(pins, workspace, path)
  if (!(resolved instanceof FileFailed) || existsSync(workspace)) return resolved
  const { root } = parse(workspace)
  return root === workspace ? resolved : resolveFrom(pins, root as ResolvedPath, resolve(workspace, path))
}

const resolveFrom = (pins: PathPins["Service"], workspace: ResolvedPath, path: string): Resolved => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      using place = walk(pins, workspace, path, "followed")
      return { path: place.path, problem: place.problem }
    } catch (error) {
      if (error !== changed) return failed(error, path)
    }
  }
  return new FileFailed("KeptChanging", path)
}

/**
 * Whether a reason only says that nothing is there. A missing file resolves to the path where it would be, so that
 * access to it can be granted and the file then written, or not found.
 */
export const isAbsence = (reason: FileFailedReason): boolean => reason === "NotFound" || reason === "NotADirectory"
