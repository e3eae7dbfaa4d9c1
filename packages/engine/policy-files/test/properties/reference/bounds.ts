import type { PermissionRequest, Principal, Resource, ToolDefinition } from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "@toolgate/policy"
import type { Decision } from "./decision.ts"
import { matchesHost } from "./matchesHost.ts"
import { liesBeneath } from "./pathMatches.ts"
import { canChange, canReachNetwork, type Groups, selects } from "./selects.ts"

type Trees = ReadonlyArray<{ readonly path: string; readonly mode: string }>

/** Whether the trees that contain a file give every letter of its mode. */
export const treesHold = (trees: Trees, resource: Resource): boolean =>
  resource.kind !== "file" ||
  [...resource.mode].every((letter) =>
    trees.some(({ path, mode }) => mode.includes(letter) && liesBeneath(resource.path, path))
  )

export const hostsHold = (patterns: ReadonlyArray<string>, resource: Resource): boolean =>
  resource.kind !== "host" || patterns.some((pattern) => matchesHost(pattern, resource.host, resource.port) === true)

/**
 * Whether the words of a command stay within the bounds: a path outside the workspace has to lie in some tree, of any mode, and a host has
 * to be listed.
 */
const wordsHold = (
  trees: Trees | undefined,
  hosts: ReadonlyArray<string> | undefined,
  resource: Resource,
  workspace: string
): boolean =>
  resource.kind !== "command" ||
  (resource.paths.every(
    (path) => liesBeneath(path, workspace) || trees === undefined || trees.some((tree) => liesBeneath(path, tree.path))
  ) &&
    resource.hosts.every((one) => hosts === undefined || hostsHold(hosts, { kind: "host", ...one })))

const within = (
  trees: Trees | undefined,
  hosts: ReadonlyArray<string> | undefined,
  { resources, context }: Pick<PermissionRequest, "resources" | "context">
) =>
  resources.every(
    (resource) =>
      // A call that was not read to its end may touch anything.
      (resource.kind !== "unread" || (trees === undefined && hosts === undefined)) &&
      (trees === undefined || treesHold(trees, resource)) &&
      (hosts === undefined || hostsHold(hosts, resource)) &&
      wordsHold(trees, hosts, resource, context.workspace)
  )

/** Returns the decision by a principal's own bounds. */
export const ceilingDecides = ({ ceiling }: Principal, tool: ToolDefinition, request: PermissionRequest): Decision => {
  if (ceiling.tools !== "any" && !ceiling.tools.includes(tool.name)) return "deny"
  if (ceiling.readOnly === true && canChange(tool)) return "deny"
  if (ceiling.noWeb === true && canReachNetwork(tool)) return "deny"
  const hosts = ceiling.hosts?.map(({ host, port }) => (port === "any" ? host : `${host}:${port}`))
  return within(ceiling.files, hosts, request) ? "allow" : "deny"
}

/** Returns the decision by the agent's capabilities. If agents are listed, other agents have none. */
export const capabilitiesDecide = (
  { agents }: PolicyConfig,
  groups: Groups,
  tool: ToolDefinition,
  { agent }: Principal,
  request: PermissionRequest
): Decision => {
  if (agents === undefined) return "allow"
  const given = agents.get(agent)
  if (given === undefined) return "deny"
  const { tools, fs, net } = given
  if (tools !== undefined && tool.requiresCapability && !tools.some(({ text }) => selects(text, tool, groups)))
    return "deny"
  return within(
    fs,
    net?.map(({ text }) => text),
    request
  )
    ? "allow"
    : "deny"
}

/** Returns the decision by the hosts of a tool. Every entry with hosts has to allow the call. */
export const toolHostsDecide = (entries: ReadonlyArray<ToolRule>, request: PermissionRequest): Decision =>
  entries.every(
    ({ net }) =>
      net === undefined ||
      within(
        undefined,
        net.map(({ text }) => text),
        request
      )
  )
    ? "allow"
    : "deny"

/**
 * Returns the decision by the allowed paths. The paths of `filesystem` hold for every tool, and those of another type
 * for the tools of that type.
 */
export const allowedPathsDecide = (
  { permissions }: PolicyConfig,
  tool: ToolDefinition,
  request: PermissionRequest
): Decision => {
  for (const [type, { allowedPaths }] of permissions)
    if (allowedPaths !== undefined && (type === "filesystem" || type === tool.permission)) {
      const trees = allowedPaths.map(({ path }) => ({ path, mode: "rw" }))
      if (!within(trees, undefined, request)) return "deny"
    }
  return "allow"
}
