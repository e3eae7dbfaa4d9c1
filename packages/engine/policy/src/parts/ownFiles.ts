import type { CommandResource, PermissionRequest, RuleRef, ToolDefinition } from "@toolgate/core"
import { escapePattern, fold, isBeneath } from "@toolgate/core/access"
import { isOfHost, namesItsFiles, runsCommands } from "../declarations.ts"
import type { PolicyPart } from "../PolicyPart.ts"
import { allow, ask, denyPath, noObjection, noOpinion } from "../verdict/verdicts.ts"
import { getLastName, movers, removers } from "./moving.ts"

/** The gate's own paths, which need not exist. */
export interface OwnPaths {
  /** Files and folders that no call may change: the files of the policy, and the audit log. */
  readonly files?: ReadonlyArray<string>
  /** Files and folders that no call may read either: the store of approvals, and the key that seals it. */
  readonly secrets?: ReadonlyArray<string>
}

/**
 * Returns the part of a policy that protects the gate's own files and folders. An agent therefore cannot write the
 * policy or the audit log, and cannot read the key that seals its approvals.
 *
 * No call may move, replace or remove the folders that lead to these paths either. If a boundary enforces the grant of
 * a tool, or if a function declares a tree, the exceptions in the grant ensure this. Otherwise only the words of the
 * command can be judged.
 */
export const ownFiles = (
  { files = [], secrets = [] }: OwnPaths,
  isGrantEnforced: (tool: ToolDefinition) => boolean
): PolicyPart => {
  const own: Folded = { all: [...files, ...secrets].map(fold), secret: secrets.map(fold) }
  const except = (paths: ReadonlyArray<string>, mode: "w" | "rw") =>
    paths.map((path) => Object.freeze({ pattern: `${escapePattern(path)}/**`, mode }))
  const unread = Object.freeze(except(secrets, "rw"))
  const withoutSecrets = unread.length === 0 ? noOpinion : allow(noObjection, { except: unread })
  const allowed = allow(noObjection, { except: Object.freeze([...except(files, "w"), ...unread]) })
  return {
    name: "own files",
    exceptions: () => allowed.bounds.except ?? [],
    of: (tool) => {
      const usual = namesItsFiles(tool) ? withoutSecrets : allowed
      const writes = tool.resources.some((one) => (one.kind === "file" ? one.mode !== "r" : !isOfHost(one)))
      if (!writes && (secrets.length === 0 || tool.resources.every(isOfHost))) return usual
      const isEnforced = isGrantEnforced(tool)
      const keepsTrees = isEnforced || reachesTreesByFiles(tool)
      const asked = { ...unclear, bounds: usual.bounds }
      return (request) => {
        const found = touched(own, request, { isEnforced, keepsTrees })
        if (found !== undefined) return found.isAbove ? deniedAbove : found.isSecret ? deniedRead : denied
        return !isEnforced && mayReach(own, request) ? asked : usual
      }
    },
    explain: (request) => {
      const isEnforced = isGrantEnforced(request.tool)
      const keepsTrees = isEnforced || reachesTreesByFiles(request.tool)
      const found = touched(own, request, { isEnforced, keepsTrees })
      if (found === undefined)
        return !isEnforced && mayReach(own, request)
          ? [{ because, effect: "ask", said: unclear.why, change: "Let the tool run confined." }]
          : []
      const said = found.isAbove
        ? `${found.path} contains the gate's own files (its policy, tools, audit log or store), which could be moved or replaced with it.`
        : `${found.path} is one of the gate's own files (its policy, tools, audit log or store).`
      return [
        {
          because,
          effect: "deny",
          said,
          change: "Keep the policy, the tool files, the audit log and the store in a folder that calls cannot reach."
        }
      ]
    }
  }
}

const because: RuleRef = Object.freeze({ layer: "policy", rule: "its own files", source: "built in" })

const denied = denyPath(
  because,
  "The path leads to the gate's own files (its policy, tools, audit log or store), which no call may change."
)

const deniedRead = denyPath(because, "The path leads to the gate's store or its key, which no call may read or change.")

const deniedAbove = denyPath(
  because,
  "The path leads to a folder that contains the gate's own files (its policy, tools, audit log or store), which no call may move, replace or remove."
)

const unclear = ask(
  because,
  "Part of the command cannot be read before it runs, and it could reach the gate's own files in the workspace."
)

/** Whether a part of the call that cannot be read works in a workspace that contains one of the paths. */
const mayReach = ({ all: own }: Folded, { resources, context }: PermissionRequest): boolean =>
  resources.some(({ kind }) => kind === "opaque") && own.some((root) => isBeneath(root, fold(context.workspace)))

/** The gate's own paths, in the form in which paths are compared. Calls may not even read the paths in `secret`. */
interface Folded {
  readonly all: ReadonlyArray<string>
  readonly secret: ReadonlyArray<string>
}

interface Touched {
  readonly path: string
  /** Whether the path is a folder above one of the gate's own paths. */
  readonly isAbove: boolean
  /** Whether no call may read the path either. */
  readonly isSecret: boolean
}

/**
 * Whether a tool that declares a tree is a function, which can use the tree only through the files of its grant. These
 * files respect the grant's exceptions, and cannot move or remove a folder that is not empty.
 */
const reachesTreesByFiles = (tool: ToolDefinition): boolean =>
  !namesItsFiles(tool) && !runsCommands(tool) && tool.implementations.some(({ kind }) => kind === "function")

interface Holding {
  /** Whether a boundary enforces the grant of the call. */
  readonly isEnforced: boolean
  /** Whether the exceptions in the granted trees are enforced for the call. */
  readonly keepsTrees: boolean
}

const touched = (
  own: Folded,
  { resources, context }: PermissionRequest,
  { isEnforced, keepsTrees }: Holding
): Touched | undefined => {
  const workspace = fold(context.workspace)
  for (const resource of resources) {
    if (resource.kind === "file" && resource.mode !== "r") {
      const found = touchedBy(own, resource.path)
      // A tree cannot be replaced, because the exceptions in the grant are enforced.
      if (found !== undefined && !(found.isAbove && resource.scope === "tree" && keepsTrees)) return found
    }
    // Reading a folder above is permitted: the exceptions of the grant leave the secrets out.
    if (resource.kind === "file" && own.secret.some((root) => isBeneath(fold(resource.path), root)))
      return { path: resource.path, isAbove: false, isSecret: true }
    if (resource.kind !== "command") continue
    // The effect of the command on the path is unknown.
    for (const path of resource.paths) {
      const found = touchedBy(own, path)
      if (found?.isAbove === false) return found
      if (found !== undefined && !isEnforced && isMovedBy(resource, fold(path), own.all, workspace)) return found
    }
  }
  return undefined
}

const touchedBy = ({ all: own, secret }: Folded, path: string): Touched | undefined => {
  const folded = fold(path)
  const isSecret = secret.some((root) => isBeneath(folded, root))
  if (isSecret || own.some((root) => isBeneath(folded, root))) return { path, isAbove: false, isSecret }
  return own.some((root) => isBeneath(root, folded)) ? { path, isAbove: true, isSecret } : undefined
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
  const name = getLastName(program)
  if (removers.has(name)) return true
  if (movers.has(name)) {
    const above = paths.filter((path) => own.some((root) => isBeneath(root, fold(path))))
    // The last word is the destination if it can only be an existing folder, such as `.` or `..`.
    if (above.length > 1 || !/^\.{1,2}(?:\/\.{0,2})*$/.test(words.at(-1) ?? "")) return true
  }
  const next = own.flatMap((root) => (isBeneath(root, folder) ? getNameAfter(root, folder) : []))
  return words.some((word) => next.includes(getLastName(word)))
}

const getNameAfter = (path: string, folder: string): string =>
  path
    .slice(folder.length)
    .split(/[/\\]/)
    .find((name) => name !== "") ?? ""
