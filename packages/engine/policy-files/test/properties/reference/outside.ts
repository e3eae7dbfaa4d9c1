import type { PermissionRequest, Principal, Resource, ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "@toolgate/policy"
import { hostsHold, treesHold } from "./bounds.ts"
import type { Decision } from "./decision.ts"
import { liesBeneath } from "./pathMatches.ts"
import { isAllowedWhole, isNamedByRule, isRedirectionAllowed, runsCommands } from "./rules.ts"
import type { Groups } from "./selects.ts"

/** The first file of a policy, with the groups that it knows, the known tools, and the file's entries for the tool. */
interface FirstFile {
  readonly config: PolicyConfig
  readonly groups: Groups
  readonly known: ReadonlyArray<ToolDefinition>
  readonly entries: ReadonlyArray<ToolRule>
}

/** Returns the decision about files outside the workspace, and about hosts: each has to be named, or a person is asked. */
export const outsideDecides = (
  { config, groups, known, entries }: FirstFile,
  { agent, ceiling }: Principal,
  request: PermissionRequest
): Decision => {
  const { tool, resources, context } = request
  const given = config.agents?.get(agent)
  const trees = [...(given?.fs ?? []), ...(ceiling.files ?? [])]
  const hosts = [
    ...[...entries.flatMap(({ net }) => net ?? []), ...(given?.net ?? [])].map(({ text }) => text),
    ...(ceiling.hosts ?? []).map(({ host, port }) => (port === "any" ? host : `${host}:${port}`))
  ]
  const isNamed = (resource: Resource): boolean => {
    if (resource.kind === "file") {
      if (!mayLeave(tool) || liesBeneath(resource.path, context.workspace) || treesHold(trees, resource)) return true
      return runsCommands(tool)
        ? isRedirectionAllowed(config, known, resource, context.workspace)
        : isAllowedWhole(config, groups, tool) || isNamedByRule(config, groups, request, resource)
    }
    if (resource.kind !== "host" || !tool.resources.some(({ kind }) => kind === "url")) return true
    if (hosts.length > 0 && hostsHold(hosts, resource)) return true
    return isAllowedWhole(config, groups, tool) || isNamedByRule(config, groups, request, resource)
  }
  return resources.every(isNamed) ? "allow" : "ask"
}

const mayLeave = (tool: ToolDefinition): boolean =>
  runsCommands(tool) || tool.resources.some((one) => one.kind === "file" && one.within === "host")
