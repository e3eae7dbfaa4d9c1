import type { FileDeclaration, FileResource, PermissionRequest } from "@toolgate/core"
import { escapePattern, isBeneath } from "@toolgate/core/access"
import { runsCommands } from "../declarations.ts"
import { quoteWord } from "./quoteWord.ts"
import type { KnownTools } from "./RuleSet.ts"

/**
 * Writes the allow rules that answer for exactly this call, in the syntax of a policy file: one rule for each
 * resource. The list is empty if the call has no resources, or if a part of the call cannot be read before it runs.
 * `from`: a path in the workspace begins there, as people write it, or at the root, so that it means the same in every
 * workspace.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { writeExactRules } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import { builtins } from "toolgate"
 *
 * const [readFile] = builtins()
 * const resources = [{ kind: "file", path: "/workspace/notes.md" as ResolvedPath, mode: "r" }] as const
 * const request = makePermissionRequest({ ...(readFile && { tool: readFile }), resources })
 * assert.deepEqual(writeExactRules(request, builtins()), ["read_file(notes.md)"])
 * ```
 */
export const writeExactRules = (
  { tool, resources, context }: PermissionRequest,
  tools: KnownTools,
  from: "workspace" | "root" = "workspace"
): ReadonlyArray<string> => {
  const rules = new Set<string>()
  const isCommand = runsCommands(tool)
  for (const resource of resources) {
    if (resource.kind === "opaque" || resource.kind === "unread") return []
    if (resource.kind === "command") {
      if (resource.loose !== undefined) return []
      if (!resource.wrapper) rules.add(`${tool.name}(${resource.argv.map(quoteWord).join(" ")})`)
    } else if (resource.kind === "host") {
      rules.add(`${tool.name}(domain:${resource.host}:${resource.port})`)
    } else {
      const name = isCommand ? fileTool(resource, tools, context.workspace)?.name : tool.name
      const path = from === "root" ? escapePattern(resource.path) : pathText(resource.path, context.workspace)
      if (name !== undefined) rules.add(`${name}(${path})`)
    }
  }
  return [...rules]
}

/**
 * Returns the tool whose rules answer for a redirection of this file, preferably a workspace tool if the file lies in
 * the workspace. Otherwise returns `undefined`.
 */
const fileTool = (
  { mode, path }: FileResource,
  tools: KnownTools,
  workspace: string
): KnownTools[number] | undefined => {
  const answers = (within: FileDeclaration["within"]) =>
    tools.find(
      ({ resources }) =>
        resources.length > 0 &&
        resources.every(
          (one) => one.kind === "file" && one.within === within && (one.mode === mode || one.mode === "rw")
        )
    )
  return (isBeneath(path, workspace) ? answers("workspace") : undefined) ?? answers("host")
}

const pathText = (path: string, workspace: string): string => {
  if (!isBeneath(path, workspace)) return escapePattern(path)
  const rest = path.slice(workspace.length).replace(/^[\\/]/, "")
  // Such a beginning would be read as a home folder, a host or a drive.
  return rest === "" ? "." : `${/^(?:~|domain:|[A-Za-z]:)/.test(rest) ? "./" : ""}${escapePattern(rest)}`
}
