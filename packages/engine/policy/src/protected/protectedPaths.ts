import type { FileException, ToolDefinition } from "@toolgate/core"
import { escapePattern } from "@toolgate/core/access"
import { cacheByWorkspace } from "../cacheByWorkspace.ts"
import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { isOfCommand, namesItsFiles } from "../declarations.ts"
import type { PolicyPart } from "../PolicyPart.ts"
import { allow, noObjection, noOpinion } from "../verdict/verdicts.ts"
import { askAbout, findTouchedPaths, isTouching, removeTouchedPaths, reportTouchedPaths } from "./findTouchedPaths.ts"
import { ProtectedEntries, type ProtectedEntry } from "./ProtectedEntries.ts"
import { builtInEntries, installed, makeAbsolutePattern, parseEntries, parseExceptions } from "./parseEntries.ts"

/** A configuration, and whether it is the first of several. The built-in paths belong to the first. */
type Protecting = Pick<PolicyConfig, "name" | "protectedPaths" | "unprotectedPaths"> & { readonly isFirst: boolean }

/**
 * Returns the part of a policy that asks before a call writes a file that starts something by itself when a person
 * goes on to work in the folder. An allow rule does not answer the question; only the `unprotected` paths of the
 * policy do.
 *
 * A tool that is granted a whole tree gets the tree without these paths. Paths that the call names are not taken out,
 * because a person was asked about them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { defaultConfig, makePolicy, protectedPaths } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const { judge } = makePolicy([protectedPaths({ ...defaultConfig, isFirst: true })])
 * const declared = { kind: "file", arg: "/path", mode: "w", within: "workspace" } as const
 * const tool = { sideEffects: "WRITE", resources: [declared] } as const
 * const write = (path: string) =>
 *   judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "w" }] })).decision
 * // Git would run the hook at the next commit.
 * assert.deepEqual([write("/workspace/notes.md"), write("/workspace/.git/hooks/pre-commit")], ["allow", "ask"])
 * ```
 */
export const protectedPaths = (config: Protecting): PolicyPart => {
  const entries = [
    ...(config.isFirst ? builtInEntries : []),
    ...parseEntries(config.protectedPaths, "is protected by the policy", "protected")
  ]
  if (entries.length === 0) return { name: "protected paths", of: () => noOpinion, explain: () => [] }
  const taken = parseExceptions(config.unprotectedPaths)
  const paths = new ProtectedEntries(config.isFirst ? entries.map(withoutInstalled) : entries, taken)
  const exceptionsIn = cacheByWorkspace((workspace) =>
    Object.freeze(
      entries.map((entry) =>
        exceptionFor(entry, workspace, [...taken.map(({ text }) => text), ...(entry.isInstalled ? [] : [installed])])
      )
    )
  )
  return {
    name: "protected paths",
    exceptions: exceptionsIn,
    of: (tool) => {
      if (!writes(tool)) return noOpinion
      const isTree = !namesItsFiles(tool)
      const allowed = cacheByWorkspace((workspace) => allow(noObjection, { except: exceptionsIn(workspace) }))
      return (request) => {
        const { workspace } = request.context
        const touched = findTouchedPaths(paths, "w", request)
        if (!isTouching(touched)) return isTree ? allowed(workspace) : noOpinion
        const asked = askAbout(touched, "unprotected")
        return isTree ? { ...asked, bounds: { except: removeTouchedPaths(exceptionsIn(workspace), touched) } } : asked
      }
    },
    explain: (request) =>
      writes(request.tool) ? reportTouchedPaths(findTouchedPaths(paths, "w", request), "unprotected") : []
  }
}

const installedFolders = parseExceptions([{ text: installed, pattern: installed, source: "built in" }])

const withoutInstalled = (entry: ProtectedEntry): ProtectedEntry =>
  entry.isInstalled
    ? entry
    : { ...entry, isOnlyAt: (path, workspace) => !installedFolders.some((one) => one.matches(path, workspace)) }

const writes = ({ sideEffects, resources }: ToolDefinition): boolean =>
  resources.some((one) => isOfCommand(one) || (one.kind === "file" && one.mode !== "r")) ||
  (sideEffects !== "NONE" && sideEffects !== "READ")

const exceptionFor = (
  { pattern, text, reason, isFile, isInspected }: ProtectedEntry,
  workspace: string,
  unless: ReadonlyArray<string>
): FileException =>
  Object.freeze({
    pattern: makeAbsolutePattern(pattern, workspace),
    mode: "w",
    unless: Object.freeze(unless.map((one) => (one.startsWith("/") ? one : `${escapePattern(workspace)}/${one}`))),
    ...(isFile ? { of: "file" as const } : {}),
    ...(isInspected ? { appearing: "inspected" as const } : {}),
    why: `${JSON.stringify(text)} is protected, because it ${reason}: a person has to approve a command that names the path, or the policy has to list the path under "unprotected".`
  })
