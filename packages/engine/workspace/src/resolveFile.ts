import {
  type FileDeclaration,
  FileFailed,
  type FileFailedReason,
  type FileResource,
  type Json,
  type Refused,
  type ResolvedPath,
  refused
} from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { besideWorkspace } from "./besideWorkspace.ts"
import type { PathPins } from "./PathPins.ts"
import { isAbsence, resolvePath } from "./resolvePath.ts"

/**
 * Resolves the file that an argument names, or refuses the argument. An absent argument names no file if the
 * declaration says so. A path that leaves its root is always refused.
 *
 * A path such as "missing/../b" ends at "missing" for the system. The place where such a path breaks off becomes a
 * second resource with mode "r": only callers that may read there may learn whether it exists.
 */
export const resolveFile = (
  pins: PathPins["Service"],
  { arg, fallback, absent, mode, within, scope, program }: FileDeclaration,
  given: Json | undefined,
  workspace: ResolvedPath
): ReadonlyArray<FileResource> | Refused => {
  if (given === undefined && absent === "nothing") return noFile
  const path = given === undefined ? fallback : given
  if (path === undefined)
    return refused("InvalidArgs", `The argument "${arg.slice(1)}" is missing; it must name a file.`, { arg })
  if (typeof path !== "string")
    return refused("InvalidArgs", `The argument "${arg.slice(1)}" must be a string that names a file.`, { arg })
  const end = resolvePath(pins, workspace, path)
  if (end instanceof FileFailed) return unresolved(arg, end.reason)
  const leaves = !isBeneath(end.path, workspace) || (end.problem !== undefined && !isBeneath(end.problem.at, workspace))
  if (within === "workspace" && leaves)
    return refused("FileDenied", `The path of the argument "${arg.slice(1)}" leads out of the workspace.`, { arg })
  if (end.problem !== undefined && !isAbsence(end.problem.reason)) return unresolved(arg, end.problem.reason)
  const file: FileResource = {
    kind: "file",
    path: end.path as ResolvedPath,
    mode,
    ...(scope === undefined ? {} : { scope }),
    ...(program === undefined ? {} : besideOf(end.path as ResolvedPath, workspace))
  }
  if (end.problem === undefined || end.problem.at === end.path) return [file]
  return [file, { kind: "file", path: end.problem.at as ResolvedPath, mode: "r" }]
}

/** Returns the folders outside the workspace that a program needs to work in `path`. */
const besideOf = (path: ResolvedPath, workspace: ResolvedPath): Pick<FileResource, "beside"> => {
  const beside = besideWorkspace(path).filter((folder) => !isBeneath(folder.path, workspace))
  return beside.length === 0 ? {} : { beside }
}

const noFile: ReadonlyArray<FileResource> = []

const unresolved = (arg: string, reason: FileFailedReason) =>
  refused(
    "InvalidArgs",
    `The path of the argument "${arg.slice(1)}" ${sentences.get(reason) ?? "cannot be resolved"}.`,
    { arg, reason }
  )

const sentences: ReadonlyMap<FileFailedReason, string> = new Map([
  ["BadName", "is not a valid file name: it is empty, too long, holds a NUL byte, or is not well-formed Unicode"],
  ["TooManyLinks", "leads through more than 40 links"],
  ["NotPermitted", "leads through a folder that may not be entered"],
  ["KeptChanging", "kept changing while it was resolved; try again"]
])
