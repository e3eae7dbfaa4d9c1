import type { ToolDefinition } from "@toolgate/core"
import type { ToolGroup } from "@toolgate/policy"

export type Groups = ReadonlyMap<string, ToolGroup>

/** Whether a selector names a tool: by name, alias, `*`, or a group to which the tool's declarations assign it. */
export const selects = (text: string, tool: ToolDefinition, groups: Groups): boolean => {
  if (text === "*" || [tool.name, ...tool.aliases].includes(text)) return true
  if (!text.startsWith("group:")) return false
  const name = text.slice("group:".length)
  const builtIn = builtInGroup(name, tool)
  return builtIn ?? (groups.get(name)?.members ?? []).some((member) => selects(member.text, tool, groups))
}

const builtInGroup = (name: string, tool: ToolDefinition): boolean | undefined => {
  const { sideEffects, effects, category, resources } = tool
  switch (name) {
    case "all":
      return true
    case "read":
      return !canChange(tool)
    case "write":
      return sideEffects === "WRITE" || effects.includes("modifies_files")
    case "code":
      return category === "code" || sideEffects === "EXECUTE" || effects.includes("local_exec")
    case "web":
      return (
        category === "web" ||
        sideEffects === "NETWORK" ||
        effects.includes("network_access") ||
        resources.some(({ kind }) => kind === "url")
      )
    case "data":
    case "math":
    case "memory":
    case "routing":
      return category === name
    default:
      return undefined
  }
}

/**
 * Whether a read-only task may not call the tool: its class is above READ, or it has one of the effects local_exec,
 * modifies_files, system_state.
 */
export const canChange = ({ sideEffects, effects }: ToolDefinition): boolean =>
  ["WRITE", "EXECUTE", "NETWORK"].includes(sideEffects) ||
  ["local_exec", "modifies_files", "system_state"].some((effect) => effects.some((one) => one === effect))

/** Whether the tool may not be called without the web. A tool that runs code may not. */
export const canReachNetwork = (tool: ToolDefinition): boolean =>
  tool.sideEffects === "EXECUTE" || builtInGroup("web", tool) === true
