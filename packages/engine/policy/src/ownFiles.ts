import { fold, isBeneath, literalPattern } from "@toolgate/access"
import type { CommandResource, PermissionRequest, RuleRef, ToolDefinition } from "@toolgate/core"
import { namesItsFiles } from "./declarations.ts"
import { lastName, movers, removers } from "./moving.ts"
import type { PolicyPart } from "./PolicyPart.ts"
import { allow, ask, denyPath, noObjection, noOpinion } from "./verdicts.ts"

/**
 * Returns the part of a policy that keeps every call from changing the gate's own files and folders: the files of the
 * policy, and whatever else the gate keeps. The paths need not exist. An agent therefore cannot write what decides on
 * its calls, or what records them.
 *
 * No call may move, replace or remove the folders that lead to these paths either. If a boundary enforces the grant of
 * a tool, the exceptions in the grant ensure this. Otherwise only the words of the command can be judged.
 */
export const ownFiles = (
  paths: ReadonlyArray<string>,
  isGrantEnforced: (tool: ToolDefinition) => boolean
): PolicyPart => {
  const own = paths.map(fold)
  const allowed = allow(noObjection, {
    except: paths.map((path) => ({ pattern: `${literalPattern(path)}/**`, mode: "w" as const }))
  })
  return {
    name: "own files",
    of: (tool) => {
      const usual = namesItsFiles(tool) ? noOpinion : allowed
      const writes = tool.resources.some((one) => (one.kind === "file" ? one.mode !== "r" : one.kind !== "url"))
      if (!writes) return usual
      const isEnforced = isGrantEnforced(tool)
      const asked = { ...unread, bounds: usual.bounds }
      return (request) => {
        const found = touched(own, request, isEnforced)
        if (found !== undefined) return found.isAbove ? deniedAbove : denied
        return !isEnforced && mayReach(own, request) ? asked : usual
      }
    },
    explain: (request) => {
      const isEnforced = isGrantEnforced(request.tool)
      const found = touched(own, request, isEnforced)
      if (found === undefined)
        return !isEnforced && mayReach(own, request)
          ? [{ because, effect: "ask", said: unread.why, change: "Let the tool run confined." }]
          : []
      const said = found.isAbove
        ? `${found.path} holds what the gate keeps for itself, its policy or its audit log, and could be moved or replaced with it.`
        : `${found.path} is among what the gate keeps for itself: its policy, its audit log.`
      return [
        { because, effect: "deny", said, change: "Keep the policy and the audit log in a folder that no call reaches." }
      ]
    }
  }
}

const because: RuleRef = Object.freeze({ layer: "policy", rule: "its own files", source: "built in" })

const denied = denyPath(
  because,
  "The path leads to what the gate keeps for itself (its policy, its audit log), which no call may change."
)

const deniedAbove = denyPath(
  because,
  "The path leads to a folder that holds what the gate keeps for itself (its policy, its audit log), which no call may move, replace or remove."
)

const unread = ask(
  because,
  "Not all of the command can be read before it runs, and it could reach what the gate keeps for itself in the workspace."
)

/** Whether a part of the call that cannot be read works in a workspace that contains one of the paths. */
const mayReach = (own: ReadonlyArray<string>, { resources, context }: PermissionRequest): boolean =>
  resources.some(({ kind }) => kind === "opaque") && own.some((root) => isBeneath(root, fold(context.workspace)))

interface Touched {
  readonly path: string
  /** Whether the path is a folder above one of the gate's own paths. */
  readonly isAbove: boolean
}

const touched = (
  own: ReadonlyArray<string>,
  { resources, context }: PermissionRequest,
  isGrantEnforced: boolean
): Touched | undefined => {
  const workspace = fold(context.workspace)
  for (const resource of resources) {
    if (resource.kind === "file" && resource.mode !== "r") {
      const found = touchedBy(own, resource.path)
      if (found !== undefined) return found
    }
    if (resource.kind !== "command") continue
    // The effect of the command on the path is unknown.
    for (const path of resource.paths) {
      const found = touchedBy(own, path)
      if (found?.isAbove === false) return found
      if (found !== undefined && !isGrantEnforced && isMovedBy(resource, fold(path), own, workspace)) return found
    }
  }
  return undefined
}

const touchedBy = (own: ReadonlyArray<string>, path: string): Touched | undefined => {
  const folded = fold(path)
  if (own.some((root) => isBeneath(folded, root))) return { path, isAbove: false }
  return own.some((root) => isBeneath(root, folded)) ? { path, isAbove: true } : undefined
}

/**
 * Whether a command may move or replace a folder above one of the gate's own paths. Very many commands name the
 * workspace or a folder above it. Such a command is permitted if its program does not move the files that its words
 * name, and if no word has the name that leads from the folder to the gate's path.
 */
const isMovedBy = (
  { argv, paths }: CommandResource,
  folder: string,
  own: ReadonlyArray<string>,
  workspace: string
): boolean => {
  if (!isBeneath(workspace, folder)) return true
  const [program = "", ...words] = argv.map((word) => fold(word))
  const name = lastName(program)
  if (removers.has(name)) return true
  if (movers.has(name)) {
    const above = paths.filter((path) => own.some((root) => isBeneath(root, fold(path))))
    // The last word is the destination if it can only be an existing folder, such as `.` or `..`.
    if (above.length > 1 || !/^\.{1,2}(?:\/\.{0,2})*$/.test(words.at(-1) ?? "")) return true
  }
  const next = own.flatMap((root) => (isBeneath(root, folder) ? nameAfter(root, folder) : []))
  return words.some((word) => next.includes(lastName(word)))
}

/** Returns the name that follows the folder in a path beneath that folder. */
const nameAfter = (path: string, folder: string): string =>
  path
    .slice(folder.length)
    .split(/[/\\]/)
    .find((name) => name !== "") ?? ""
