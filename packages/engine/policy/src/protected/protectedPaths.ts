import { fold, literalPattern } from "@toolgate/access"
import type { CommandResource, FileException, PermissionRequest, ToolDefinition } from "@toolgate/core"
import { cachedByWorkspace } from "../cachedByWorkspace.ts"
import { isOfCommand, namesItsFiles } from "../declarations.ts"
import { lastName, movers, removers } from "../moving.ts"
import type { PolicyConfig } from "../PolicyConfig.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { allow, ask, noObjection, noOpinion } from "../verdicts.ts"
import { absolutePattern, builtInEntries, entriesOf, installed, unprotectedOf } from "./entriesOf.ts"
import { onlyReads } from "./onlyReads.ts"
import { ProtectedEntries, type ProtectedEntry, type Touched } from "./ProtectedEntries.ts"

/** A configuration, and whether it is the first of several. The built-in paths belong to the first. */
type Protecting = Pick<PolicyConfig, "name" | "protectedPaths" | "unprotectedPaths"> & { readonly isFirst: boolean }

/**
 * Returns the part of a policy that asks before a call writes a file that starts something by itself when a person goes
 * on to work in the folder. No allow rule takes the place of the person: only the `unprotected` paths of the policy do.
 *
 * A tool that is granted a whole tree gets the tree without these paths. Paths that the call names are not taken out,
 * because a person was asked about them.
 *
 * ```ts
 * import { callers, ceilings, defaultConfig, policyOf, protectedPaths } from "@toolgate/policy"
 *
 * const part = protectedPaths({ ...defaultConfig, isFirst: true })
 * export const { judge } = policyOf([callers, ceilings, part])
 * ```
 */
export const protectedPaths = (config: Protecting): PolicyPart => {
  const entries = [
    ...(config.isFirst ? builtInEntries : []),
    ...entriesOf(config.protectedPaths, "is protected by the policy", "protected")
  ]
  if (entries.length === 0) return { name: "protected paths", of: () => noOpinion, explain: () => [] }
  const taken = unprotectedOf(config.unprotectedPaths)
  const paths = new ProtectedEntries(entries, [...taken, ...(config.isFirst ? unprotectedOf(installedOnly) : [])])
  const exceptionsIn = cachedByWorkspace((workspace) =>
    entries.map((entry) => exceptionFor(entry, workspace, [...taken.map(({ text }) => text), installed]))
  )
  return {
    name: "protected paths",
    of: (tool) => {
      if (!writes(tool)) return noOpinion
      const isTree = !namesItsFiles(tool)
      const allowed = cachedByWorkspace((workspace) => allow(noObjection, { except: exceptionsIn(workspace) }))
      return (request) => {
        const { workspace } = request.context
        const touched = touchedBy(paths, request)
        if (touched.length === 0) return isTree ? allowed(workspace) : noOpinion
        const [first] = touched
        const why = `${[...new Set(touched.map(({ said }) => said))].join(" ")} ${permits}`
        const asked = ask((first as Found).because, why)
        return isTree ? { ...asked, bounds: { except: without(exceptionsIn(workspace), touched) } } : asked
      }
    },
    explain: (request) =>
      writes(request.tool)
        ? touchedBy(paths, request).map(
            ({ because, said, pattern }): Finding => ({
              because,
              effect: "ask",
              said,
              change: `Add ${JSON.stringify(pattern)} to "unprotected" in the policy.`
            })
          )
        : []
  }
}

const installedOnly = [{ text: installed, pattern: installed, source: "built in" }]

const writes = ({ sideEffects, resources }: ToolDefinition): boolean =>
  resources.some((one) => isOfCommand(one) || (one.kind === "file" && one.mode !== "r")) ||
  (sideEffects !== "NONE" && sideEffects !== "READ")

/** A reason to ask about a call: the protected entry, and the path that the call reaches. */
interface Found {
  readonly because: Finding["because"]
  readonly said: string
  /** The pattern that permits the path when it is added to "unprotected". */
  readonly pattern: string
  /** The path that may be written after a person approves the call. */
  readonly path: string
}

const touchedBy = (
  paths: ProtectedEntries,
  { resources, context: { workspace } }: PermissionRequest
): ReadonlyArray<Found> => {
  const found = new Map<string, Found>()
  const note = ({ entry, path }: Touched, how: string, isAbove = false) => {
    if (found.size >= atMost || found.has(path)) return
    const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path
    found.set(path, { ...foundOf(entry, how, isAbove), pattern: literalPattern(inside), path })
  }
  for (const resource of resources) {
    if (resource.kind === "file" && resource.mode !== "r") {
      const touched = paths.at(resource.path, workspace)
      if (touched !== undefined) note(touched, "The call writes")
      else {
        const above = paths.beneath(resource.path, workspace)
        if (above !== undefined) note(above.touched, "The call may replace a folder of", true)
      }
    } else if (resource.kind === "command" && !onlyReads(resource)) noteCommand(paths, resource, workspace, note)
  }
  return [...found.values()]
}

/** The largest number of reasons in one question. More would not help the person who is asked. */
const atMost = 16

const noteCommand = (
  paths: ProtectedEntries,
  command: CommandResource,
  workspace: string,
  note: (touched: Touched, how: string, isAbove?: boolean) => void
) => {
  const names = command.argv.map((word) => fold(lastName(word)))
  const [program = ""] = names
  const isMoving = movers.has(program) || removers.has(program)
  for (const path of command.paths) {
    const touched = paths.at(path, workspace)
    if (touched?.entry.isFile === false) {
      note(touched, "A word of the command names")
      continue
    }
    if (!isMoving && !copiers.has(program)) continue
    const above = paths.beneath(path, workspace)
    const isNamed = above?.next.some((next) =>
      names.slice(1).some((name) => name !== "" && next.matches(`/${name}`, "/"))
    )
    if (above !== undefined && (isMoving || isNamed)) note(above.touched, "The call may replace a folder of", true)
    else if (touched !== undefined) note(touched, "A word of the command names")
  }
}

/** The programs that create or overwrite a file under a name that their words give. */
const copiers = new Set(["cp", "ln", "link", "install", "rsync", "scp", "tee", "dd", "touch", "mkdir", "truncate"])

const foundOf = ({ text, reason, because }: ProtectedEntry, how: string, isAbove: boolean) => ({
  because,
  said: `${how} ${JSON.stringify(text)}, which is protected${isAbove ? " with the folders above it" : ""}: it ${reason}.`
})

const permits = 'A person has to approve the call, or the policy has to list the path under "unprotected".'

const exceptionFor = (
  { pattern, text, reason, isFile, isInspected }: ProtectedEntry,
  workspace: string,
  unless: ReadonlyArray<string>
): FileException => ({
  pattern: absolutePattern(pattern, workspace),
  mode: "w",
  unless: unless.map((one) => (one.startsWith("/") ? one : `${literalPattern(workspace)}/${one}`)),
  ...(isFile ? { of: "file" as const } : {}),
  ...(isInspected ? { appearing: "inspected" as const } : {}),
  why: `${JSON.stringify(text)} is protected, because it ${reason}: a person has to approve a command that names the path, or the policy has to list the path under "unprotected".`
})

/** Returns the exceptions, without the paths that a person was asked about and everything beneath them. */
const without = (except: ReadonlyArray<FileException>, found: ReadonlyArray<Found>): ReadonlyArray<FileException> => {
  const permitted = found.map(({ path }) => `${literalPattern(path)}/**`)
  return permitted.length === 0
    ? except
    : except.map((one) => ({ ...one, unless: [...(one.unless ?? []), ...permitted] }))
}
