import type { Principal, RegisteredTool, Resource } from "@toolgate/core"
import type { PolicyConfig } from "../../../src/PolicyConfig.ts"
import type { Decision } from "./decision.ts"
import { hostMatches } from "./hostMatches.ts"
import { liesBeneath } from "./pathMatches.ts"
import { canChange, canReachNetwork, type Groups, selects } from "./selects.ts"

type Trees = ReadonlyArray<{ readonly path: string; readonly mode: string }>

/** Every letter of what is done with a file has to be given by some tree that holds it. */
const treesHold = (trees: Trees, resource: Resource): boolean =>
  resource.kind !== "file" ||
  [...resource.mode].every((letter) =>
    trees.some(({ path, mode }) => mode.includes(letter) && liesBeneath(resource.path, path))
  )

const hostsHold = (patterns: ReadonlyArray<string>, resource: Resource): boolean =>
  resource.kind !== "host" || patterns.some((pattern) => hostMatches(pattern, resource.host, resource.port) === true)

const within = (
  trees: Trees | undefined,
  hosts: ReadonlyArray<string> | undefined,
  resources: ReadonlyArray<Resource>
) =>
  resources.every(
    (resource) =>
      (trees === undefined || treesHold(trees, resource)) && (hosts === undefined || hostsHold(hosts, resource))
  )

/** A principal's own bounds. */
export const ceilingDecides = (
  { ceiling }: Principal,
  tool: RegisteredTool,
  resources: ReadonlyArray<Resource>
): Decision => {
  if (ceiling.tools !== "any" && !ceiling.tools.includes(tool.name)) return "deny"
  if (ceiling.readOnly === true && canChange(tool)) return "deny"
  if (ceiling.noWeb === true && canReachNetwork(tool)) return "deny"
  const hosts = ceiling.hosts?.map(({ host, port }) => (port === "any" ? host : `${host}:${port}`))
  return within(ceiling.files, hosts, resources) ? "allow" : "deny"
}

/** What the agent was given. Where agents are listed, another one has nothing. */
export const capabilitiesDecide = (
  { agents }: PolicyConfig,
  groups: Groups,
  tool: RegisteredTool,
  { agent }: Principal,
  resources: ReadonlyArray<Resource>
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
    resources
  )
    ? "allow"
    : "deny"
}

/** The paths of `filesystem` hold for every tool, those of another type for its tools. */
export const allowedPathsDecide = (
  { permissions }: PolicyConfig,
  tool: RegisteredTool,
  resources: ReadonlyArray<Resource>
): Decision => {
  for (const [type, { allowedPaths }] of permissions)
    if (allowedPaths !== undefined && (type === "filesystem" || type === tool.permission)) {
      const trees = allowedPaths.map(({ path }) => ({ path, mode: "rw" }))
      if (!within(trees, undefined, resources)) return "deny"
    }
  return "allow"
}
