import type { FileException, ToolDefinition } from "@toolgate/core"
import { escapePattern } from "@toolgate/core/access"
import { cachedByWorkspace } from "../cachedByWorkspace.ts"
import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { isOfCommand, namesItsFiles } from "../declarations.ts"
import type { PolicyPart } from "../PolicyPart.ts"
import { allow, noObjection, noOpinion } from "../verdict/verdicts.ts"
import { absolutePattern, builtInEntries, entriesOf, installed, unprotectedOf } from "./entriesOf.ts"
import { ProtectedEntries, type ProtectedEntry } from "./ProtectedEntries.ts"
import { askAbout, findingsAbout, isTouching, touchedPaths, withoutTouched } from "./touchedPaths.ts"

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
  const paths = new ProtectedEntries(config.isFirst ? entries.map(withoutInstalled) : entries, taken)
  const exceptionsIn = cachedByWorkspace((workspace) =>
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
      const allowed = cachedByWorkspace((workspace) => allow(noObjection, { except: exceptionsIn(workspace) }))
      return (request) => {
        const { workspace } = request.context
        const touched = touchedPaths(paths, "w", request)
        if (!isTouching(touched)) return isTree ? allowed(workspace) : noOpinion
        const asked = askAbout(touched, "unprotected")
        return isTree ? { ...asked, bounds: { except: withoutTouched(exceptionsIn(workspace), touched) } } : asked
      }
    },
    explain: (request) => (writes(request.tool) ? findingsAbout(touchedPaths(paths, "w", request), "unprotected") : [])
  }
}

const installedFolders = unprotectedOf([{ text: installed, pattern: installed, source: "built in" }])

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
    pattern: absolutePattern(pattern, workspace),
    mode: "w",
    unless: Object.freeze(unless.map((one) => (one.startsWith("/") ? one : `${escapePattern(workspace)}/${one}`))),
    ...(isFile ? { of: "file" as const } : {}),
    ...(isInspected ? { appearing: "inspected" as const } : {}),
    why: `${JSON.stringify(text)} is protected, because it ${reason}: a person has to approve a command that names the path, or the policy has to list the path under "unprotected".`
  })
