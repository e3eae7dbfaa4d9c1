import type { FileException, PermissionRequest, ToolDefinition } from "@toolgate/core"
import { escapePattern, fold, isBeneath, PathPattern } from "@toolgate/core/access"
import { cacheByWorkspace } from "../cacheByWorkspace.ts"
import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { namesItsFiles, runsCommands } from "../declarations.ts"
import type { PolicyPart } from "../PolicyPart.ts"
import {
  askAbout,
  findTouchedPaths,
  isTouching,
  removeTouchedPaths,
  reportTouchedPaths
} from "../protected/findTouchedPaths.ts"
import { ProtectedEntries, type ProtectedEntry } from "../protected/ProtectedEntries.ts"
import { makeAbsolutePattern, parseEntries, parseEntry, parseExceptions } from "../protected/parseEntries.ts"
import { allow, ask, noObjection, noOpinion } from "../verdict/verdicts.ts"
import { builtInSecrets } from "./builtInSecrets.ts"

/** A configuration, and whether it is the first of several. The built-in paths belong to the first. */
type Keeping = Pick<PolicyConfig, "secretPaths" | "notSecretPaths"> & { readonly isFirst: boolean }

/**
 * Returns the part of a policy that asks before a call reads a secret: credentials, keys, the environment of a
 * process. Allow rules and capabilities do not answer the question; only the `not_secrets` paths of the policy do.
 *
 * A tool that is granted a whole tree gets the tree without these paths, so that a confined command does not see them.
 * A path that the call names is not taken out, because a person was asked about it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { defaultConfig, makePolicy, secretPaths } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const { judge } = makePolicy([secretPaths({ ...defaultConfig, isFirst: true }, () => true)])
 * const declared = { kind: "file", arg: "/path", mode: "r", within: "workspace" } as const
 * const tool = { sideEffects: "READ", resources: [declared] } as const
 * const read = (path: string) =>
 *   judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
 * assert.deepEqual([read("/workspace/notes.md"), read("/workspace/.env")], ["allow", "ask"])
 * ```
 */
export const secretPaths = (config: Keeping, isGrantEnforced: (tool: ToolDefinition) => boolean): PolicyPart => {
  const entries = [
    ...(config.isFirst ? builtInEntries : []),
    ...parseEntries(config.secretPaths, "is secret by the policy", "secrets")
  ]
  const ofProject = config.isFirst ? projectEntries : []
  const taken = parseExceptions(config.notSecretPaths)
  if (entries.length === 0 || taken.some(({ text }) => text === "/**"))
    return { name: "secrets", of: () => noOpinion, explain: () => [] }
  const secrets = new ProtectedEntries(entries, taken)
  const projectSecrets = new ProtectedEntries(ofProject, taken)
  const touchedBy = (request: PermissionRequest) => {
    const found = findTouchedPaths(secrets, "r", request)
    if (!request.tool.resources.some(({ kind }) => kind === "file")) return found
    const resources = request.resources.filter(({ kind }) => kind === "file")
    return [...found, ...findTouchedPaths(projectSecrets, "r", { ...request, resources })]
  }
  const listFor = (isAnywhere: boolean, all: ReadonlyArray<ProtectedEntry>) => (workspace: string) => {
    const unless = taken.map(({ text }) => (text.startsWith("/") ? text : `${escapePattern(workspace)}/${text}`))
    return Object.freeze(all.flatMap((one) => exceptions(one, { workspace, isAnywhere, unless })))
  }
  const listsOf = (all: ReadonlyArray<ProtectedEntry>) => {
    const [ofWorkspace, ofMachine] = [cacheByWorkspace(listFor(false, all)), cacheByWorkspace(listFor(true, all))]
    return { ofWorkspace, ofMachine }
  }
  const forCommands = listsOf(entries)
  const forTools = listsOf([...entries, ...ofProject])
  // The calls of a tool that declares nothing get one verdict, so that their grants can be shared.
  const isSame = [...entries.map(({ pattern }) => pattern), ...taken].every(({ begins }) => begins === "root")
  const sameFor = (lists: typeof forTools) =>
    isSame ? Object.freeze(allow(noObjection, { except: lists.ofWorkspace("/") })) : undefined
  const [ofAllCommands, ofAllTools] = [sameFor(forCommands), sameFor(forTools)]
  return {
    name: "secrets",
    // A process may be given any tree of the machine.
    exceptions: forCommands.ofMachine,
    of: (tool) => {
      const isStarting = runsCommands(tool) || tool.implementations.some(({ kind }) => kind === "command")
      const { ofWorkspace, ofMachine } = isStarting ? forCommands : forTools
      const ofAll = isStarting ? ofAllCommands : ofAllTools
      const isTree = !namesItsFiles(tool)
      if (tool.resources.length === 0 && tool.sideEffects === "NONE") return noOpinion
      if (tool.resources.length === 0 && ofAll !== undefined) return ofAll
      const isOfHost = tool.resources.some((one) => one.kind === "file" && one.within === "host")
      const allowedIn = (exceptionsIn: typeof ofMachine) =>
        cacheByWorkspace((workspace) => allow(noObjection, { except: exceptionsIn(workspace) }))
      const [allowedInWorkspace, allowedInMachine] = [allowedIn(ofWorkspace), allowedIn(ofMachine)]
      const isUnheld = runsCommands(tool) && !isGrantEnforced(tool)
      return (request) => {
        const { workspace } = request.context
        const found = touchedBy(request)
        // A word's target outside the workspace, or something beside it, may be a tree with secrets.
        const isAnywhere =
          isOfHost ||
          request.resources.some(
            (one) => one.kind === "command" && (one.outside !== undefined || one.beside !== undefined)
          )
        const exceptionsIn = isAnywhere ? ofMachine : ofWorkspace
        if (isTouching(found)) {
          const asked = askAbout(found, "not_secrets")
          return isTree ? { ...asked, bounds: { except: removeTouchedPaths(exceptionsIn(workspace), found) } } : asked
        }
        if (isUnheld && request.resources.some(({ kind }) => kind === "opaque")) return unread
        return isTree ? (isAnywhere ? allowedInMachine : allowedInWorkspace)(workspace) : noOpinion
      }
    },
    explain: (request) => [
      ...reportTouchedPaths(touchedBy(request), "not_secrets"),
      ...(runsCommands(request.tool) &&
      !isGrantEnforced(request.tool) &&
      request.resources.some(({ kind }) => kind === "opaque")
        ? [{ because: unread.because, effect: "ask" as const, said: unread.why, change: "Let the tool run confined." }]
        : [])
    ]
  }
}

const unread = Object.freeze(
  ask(
    { layer: "secrets", rule: "what cannot be read", source: "built in" },
    "Part of the command cannot be read before it runs, and it runs unconfined, so it could read the user's secrets."
  )
)

/** Returns a function that decides whether a path is in a home folder, or outside the workspace. */
const inHome = (path: string): NonNullable<ProtectedEntry["isOnlyAt"]> => {
  const patterns = homes.flatMap((home) => {
    const pattern = PathPattern.parse(`${home}/${path}/**`, { folded: true })
    return typeof pattern === "string" ? [] : [pattern]
  })
  return (at, workspace) => !isBeneath(at, workspace) || patterns.some((one) => one.matches(at, workspace))
}

/**
 * Returns the exceptions for an entry: with `isAnywhere` for trees anywhere on the machine, otherwise for trees in the
 * workspace, without patterns that cannot match there.
 */
const exceptions = (
  { pattern, text, isFile, isOnlyAt }: ProtectedEntry,
  { workspace, isAnywhere, unless }: Trees
): ReadonlyArray<FileException> => {
  const except = (one: string, ...more: ReadonlyArray<string>): FileException => {
    const all = Object.freeze([...unless, ...more])
    return Object.freeze({
      pattern: one,
      mode: "r",
      ...(isFile ? { of: "file" as const } : {}),
      ...(all.length === 0 ? {} : { unless: all })
    })
  }
  if (isOnlyAt !== undefined) {
    const inHomes = isAnywhere || holdsHome.test(workspace) ? homes.map((home) => except(`${home}/${text}/**`)) : []
    return isAnywhere ? [except(pattern.text, `${escapePattern(workspace)}/**`), ...inHomes] : inHomes
  }
  const folder = `/${pattern.prefix.join("/")}`
  const isNear = isBeneath(folder, fold(workspace)) || isBeneath(fold(workspace), folder)
  return isAnywhere || pattern.begins !== "root" || isNear ? [except(makeAbsolutePattern(pattern, workspace))] : []
}

interface Trees {
  readonly workspace: string
  readonly isAnywhere: boolean
  readonly unless: ReadonlyArray<string>
}

const homes = ["/root", "/home/*", "/Users/*"]

/** A home folder, or a folder that contains home folders. */
const holdsHome = /^\/(?:root|(?:home|Users)(?:\/[^/]+)?)?$/

const entriesFor = (all: typeof builtInSecrets): ReadonlyArray<ProtectedEntry> =>
  all.flatMap(({ path, reason, isOfHome, isOfProject = false }) =>
    parseEntry(
      path,
      path.startsWith("/") ? path : `/**/${path}`,
      reason,
      { layer: "secrets", rule: path, source: "built in" },
      { isFile: isOfProject, ...(isOfHome === undefined ? {} : { isOnlyAt: inHome(path) }) }
    )
  )

const builtInEntries = entriesFor(builtInSecrets.filter((one) => one.isOfProject === undefined))

/** The project's own secrets, which commands may read and file-reading tools may not. */
const projectEntries = entriesFor(builtInSecrets.filter((one) => one.isOfProject === true))
