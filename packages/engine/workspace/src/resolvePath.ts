import { existsSync } from "node:fs"
import { parse, resolve } from "node:path"
import { FileFailed, type FileFailedReason, type ResolvedPath } from "@toolgate/core"
import { changed, maxAttempts } from "./changed.ts"
import type { PathEnd } from "./PathEnd.ts"
import type { PathPins } from "./PathPins.ts"
import { toFileFailed } from "./toFileFailed.ts"
import { walk } from "./walk.ts"

type Resolved = Pick<PathEnd, "path" | "problem"> | FileFailed

/**
 * Resolves a path with its links. For a missing file or workspace, returns the path where it would be, because a policy
 * also judges folders that do not exist yet. Never throws.
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
      if (error !== changed) return toFileFailed(error, path)
    }
  }
  return new FileFailed("KeptChanging", path)
}

/**
 * Whether a reason only means that the file is missing. A missing file resolves to the path where it would be, so that
 * a grant can include it.
 */
export const isAbsence = (reason: FileFailedReason): boolean => reason === "NotFound" || reason === "NotADirectory"
