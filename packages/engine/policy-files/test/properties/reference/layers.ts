import type { Principal, ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, PolicyLayer } from "@toolgate/policy"
import { type Decision, strictest } from "./decision.ts"
import { canChange, canReachNetwork, type Groups, selects } from "./selects.ts"

/**
 * Returns the decision of the layers of the file at `i`: global, then the roles of the principal, then its task. A role
 * that this file or a wider one gives the agent is the agent's role. A role that a narrower file gives can only narrow.
 */
export const cascadeDecides = (
  configs: ReadonlyArray<PolicyConfig>,
  i: number,
  groups: Groups,
  tool: ToolDefinition,
  { agent, role, task }: Principal
): Decision => {
  const layers = (configs[i] as PolicyConfig).layers
  const given = configs.map(({ agents }) => agents?.get(agent)?.role)
  const decisions: Array<Decision> = []
  if (layers.global !== undefined) decisions.push(layerDecides(layers.global, groups, tool))
  if (layers.roles !== undefined) {
    const names = [...given.slice(0, i + 1), role].filter((name) => name !== undefined)
    if (names.length === 0) decisions.push("deny")
    for (const name of names) {
      const layer = layers.roles.get(name)
      decisions.push(layer === undefined ? "deny" : layerDecides(layer, groups, tool))
    }
    for (const name of given.slice(i + 1)) {
      const layer = name === undefined ? undefined : layers.roles.get(name)
      if (layer !== undefined) decisions.push(layerDecides(layer, groups, tool))
    }
  }
  // Without listed roles, a worker of the first file may not use memory or delegate.
  if (layers.roles === undefined && i === 0 && [...given, role].includes("worker"))
    decisions.push(["memory", "routing"].some((category) => category === tool.category) ? "deny" : "allow")
  if (layers.tasks !== undefined && task !== undefined) {
    const layer = layers.tasks.get(task)
    decisions.push(layer === undefined ? "deny" : layerDecides(layer, groups, tool))
  }
  return strictest(decisions)
}

/** Returns the decision of one layer. Absent lists restrict nothing, and empty lists allow nothing. */
export const layerDecides = (layer: PolicyLayer, groups: Groups, tool: ToolDefinition): Decision => {
  const named = (list: ReadonlyArray<{ readonly text: string }>) => list.some(({ text }) => selects(text, tool, groups))
  if (named(layer.deny)) return "deny"
  if (layer.allow !== undefined && !named(layer.allow)) return "deny"
  if (layer.readOnly !== undefined && canChange(tool)) return "deny"
  if (layer.noWeb !== undefined && canReachNetwork(tool)) return "deny"
  if (layer.flat === undefined) return "allow"
  // Forbidden tools come first, then tools allowed by name, then category and web access.
  const { forbiddenTools, allowedTools, allowedCategories, webAccess } = layer.flat
  if (named(forbiddenTools)) return "deny"
  if (allowedTools !== undefined && named(allowedTools.selectors)) return "allow"
  if (allowedCategories !== undefined) {
    if (tool.category === undefined || !allowedCategories.names.includes(tool.category)) return "deny"
  } else if (allowedTools !== undefined) return "deny"
  return webAccess?.value === false && canReachNetwork(tool) ? "deny" : "allow"
}
