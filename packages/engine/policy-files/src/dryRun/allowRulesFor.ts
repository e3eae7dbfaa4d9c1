import { isBeneath, literalPattern } from "@toolgate/access"
import type { FileDeclaration, FileResource, PermissionRequest, ToolDefinition } from "@toolgate/core"
import { runsCommands } from "@toolgate/policy"

/**
 * The allow rules that answer for exactly this call, as a policy writes them: one for each thing that it points at. None for
 * a call of which not everything can be known before it runs, and for one that points at nothing.
 */
export const allowRulesFor = (
  { tool, resources, context }: PermissionRequest,
  tools: ReadonlyArray<ToolDefinition>
): ReadonlyArray<string> => {
  const rules = new Set<string>()
  const isCommand = runsCommands(tool)
  for (const resource of resources) {
    if (resource.kind === "opaque" || resource.kind === "unread") return []
    if (resource.kind === "command") {
      if (resource.loose !== undefined) return []
      if (!resource.wrapper) rules.add(`${tool.name}(${resource.argv.map(word).join(" ")})`)
    } else if (resource.kind === "host") {
      rules.add(`${tool.name}(domain:${resource.host}:${resource.port})`)
    } else {
      const name = isCommand ? fileTool(resource, tools, context.workspace)?.name : tool.name
      if (name !== undefined) rules.add(`${name}(${pathText(resource.path, context.workspace)})`)
    }
  }
  return [...rules]
}

/** The tool whose rules answer for a redirection that reads or writes a file: one of the workspace where it lies there. */
const fileTool = (
  { mode, path }: FileResource,
  tools: ReadonlyArray<ToolDefinition>,
  workspace: string
): ToolDefinition | undefined => {
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
  if (!isBeneath(path, workspace)) return patternOf(path)
  const rest = path.slice(workspace.length).replace(/^[\\/]/, "")
  // What begins so would be a home folder, a host, or a drive.
  return rest === "" ? "." : `${/^(?:~|domain:|[A-Za-z]:)/.test(rest) ? "./" : ""}${patternOf(rest)}`
}

const patternOf = (path: string): string => literalPattern(path).replaceAll(/(?<=^|\/)!/g, "\\!")

/** A word as a command pattern writes it: in quotes where it would be read otherwise. */
const word = (text: string): string => {
  if (/^[\w@%+=:,./~-]+$/.test(text) && !text.endsWith(":")) return text
  return text.includes("'") ? text.split("'").map(quoted).join(`"'"`) : quoted(text)
}

const quoted = (text: string): string => (text === "" ? "''" : `'${text}'`)
