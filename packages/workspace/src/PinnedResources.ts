import {
  type Args,
  FileFailed,
  type FileFailedReason,
  type Gated,
  type Refused,
  type ResolvedPath,
  type Resource,
  type ResourceDeclaration,
  Resources,
  ready,
  refused
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { argumentAt } from "./argumentAt.ts"
import { changed, maxAttempts } from "./changed.ts"
import { isBeneath } from "./covers.ts"
import { failed } from "./failed.ts"
import type { PathEnd } from "./PathEnd.ts"
import { PathPins } from "./PathPins.ts"
import { walk } from "./walk.ts"

type Pins = PathPins["Service"]

/** The `Resources` port over whatever holds the steps of a path. */
export const layer = Layer.effect(
  Resources,
  Effect.map(PathPins, (pins) => ({
    resolve: (tool, args, context) =>
      tool.resources.length === 0 ? nothing : resolveAll(pins, tool.resources, args, context.workspace)
  }))
)

const nothing = ready<ReadonlyArray<Resource>>(Object.freeze([]))

const resolveAll = (
  pins: Pins,
  declarations: ReadonlyArray<ResourceDeclaration>,
  args: Args,
  workspace: ResolvedPath
): Gated<ReadonlyArray<Resource>> => {
  const resources: Array<Resource> = []
  for (const declaration of declarations) {
    const path = resolveOne(pins, declaration, args, workspace)
    if (typeof path !== "string") return Effect.fail(path)
    resources.push({ kind: declaration.kind, path, mode: declaration.mode })
  }
  return ready(resources)
}

const resolveOne = (
  pins: Pins,
  { arg, fallback, within }: ResourceDeclaration,
  args: Args,
  workspace: ResolvedPath
): ResolvedPath | Refused => {
  const given = argumentAt(args, arg)
  const path = given === undefined ? fallback : given
  if (typeof path !== "string")
    return refused("InvalidArgs", `The argument at "${arg}" has to be a string that names a file.`, { arg })
  const end = endOf(pins, workspace, path)
  if (end instanceof FileFailed) return unresolved(arg, end.reason)
  const leaves = !isBeneath(end.path, workspace) || (end.problem !== undefined && !isBeneath(end.problem.at, workspace))
  if (within === "workspace" && leaves) {
    return refused("FileDenied", `The path at "${arg}" leads out of the workspace.`, { arg })
  }
  if (end.problem !== undefined && !isAbsence.has(end.problem.reason)) {
    return unresolved(arg, end.problem.reason)
  }
  return end.path as ResolvedPath
}

// What is not there resolves to where it would be, so that it can be granted and then written, or not found.
const isAbsence = new Set<FileFailedReason>(["NotFound", "NotADirectory"])

const unresolved = (arg: string, reason: FileFailedReason) =>
  refused("InvalidArgs", `The path at "${arg}" ${sentences.get(reason) ?? "cannot be resolved"}.`, { arg, reason })

const sentences: ReadonlyMap<FileFailedReason, string> = new Map([
  ["BadName", "is not a valid file name: it is empty, too long, holds a NUL byte, or is not well-formed Unicode"],
  ["TooManyLinks", "leads through more than 40 links"],
  ["NotPermitted", "leads through a folder that may not be entered"],
  ["KeptChanging", "kept changing while it was resolved; try again"]
])

const endOf = (pins: Pins, workspace: ResolvedPath, path: string): Pick<PathEnd, "path" | "problem"> | FileFailed => {
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
