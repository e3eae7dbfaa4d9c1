import type { Principal, ToolDefinition } from "@toolgate/core"
import { constantPart } from "./constantPart.ts"
import { layerFindings } from "./layerFindings.ts"
import type { PolicyConfig, PolicyLayer } from "./PolicyConfig.ts"
import type { Finding, PolicyPart } from "./PolicyPart.ts"
import { type SelectorMatch, selectorMatch } from "./toolSelectors.ts"

/** The layers Global → Role → Task, each of which only narrows. More of them can be added while calls run. */
export interface Cascade extends PolicyPart {
  readonly addGlobal: (layer: PolicyLayer) => void
  /** For a role; where roles are listed, for one of them. Throws a `TypeError` for another: to list it would be to allow it. */
  readonly addRole: (role: string, layer: PolicyLayer) => void
}

type Layers = Pick<PolicyConfig, "layers" | "agents" | "groups" | "name">

/** The agents of the other files of a policy: what they say of roles holds here as well. */
interface OtherFiles {
  /** Of the wider files: a role that they give an agent is its role. */
  readonly before: ReadonlyArray<NonNullable<PolicyConfig["agents"]>>
  /** Of the narrower ones: a role that they give narrows as well, and cannot make up for having none. */
  readonly after: ReadonlyArray<NonNullable<PolicyConfig["agents"]>>
}

export const cascade = (config: Layers, { before, after }: OtherFiles = alone): Cascade => {
  const { layers, agents, groups, name } = config
  const matches = selectorMatch(groups)
  const global = layers.global === undefined ? [] : [layers.global]
  const roles = new Map([...(layers.roles ?? [])].map(([role, layer]) => [role, [layer]]))
  let revision = 0
  const given = [...before, ...(agents === undefined ? [] : [agents])]
  const findings = (tool: ToolDefinition, principal: Principal): ReadonlyArray<Finding> => {
    const own = rolesOf(principal, given)
    const narrowing = rolesOf({ agent: principal.agent }, after).filter(
      (role) => roles.has(role) && !own.includes(role)
    )
    return [
      ...global.flatMap((layer) => layerFindings("global", layer, tool, matches)),
      ...[...own, ...narrowing].flatMap((role) =>
        roleFindings(role, roles, layers.roles === undefined ? undefined : placeOf(layers.roles, name), tool, matches)
      ),
      ...(layers.roles !== undefined && own.length === 0 ? [noRole(placeOf(layers.roles, name), roles)] : []),
      ...taskFindings(principal.task, layers.tasks, tool, matches, name)
    ]
  }
  return {
    ...constantPart(
      "cascade",
      (tool, { principal }) => findings(tool, principal),
      () => revision
    ),
    addGlobal: (layer) => {
      global.push(layer)
      revision++
    },
    addRole: (role, layer) => {
      const known = roles.get(role)
      if (known === undefined && layers.roles !== undefined)
        throw new TypeError(`There is no role "${role}" to narrow; the policy lists ${[...roles.keys()].join(", ")}.`)
      if (known === undefined) roles.set(role, [layer])
      else known.push(layer)
      revision++
    }
  }
}

/** The roles that the policy gives an agent and the one that its call names: all of them hold. */
const rolesOf = (
  { agent, role }: Pick<Principal, "agent" | "role">,
  agents: OtherFiles["before"]
): ReadonlyArray<string> => [
  ...new Set([...agents.map((one) => one.get(agent)?.role), role].filter((one) => one !== undefined))
]

const alone: OtherFiles = { before: [], after: [] }

/** Where a list stands: at its first entry, or in its file where it has none. */
const placeOf = (listed: ReadonlyMap<string, PolicyLayer>, name: string): string => {
  const [first] = listed.values()
  return first?.source ?? name
}

const roleFindings = (
  role: string,
  roles: ReadonlyMap<string, ReadonlyArray<PolicyLayer>>,
  /** Where the roles are listed; `undefined` where they are not. */
  listedIn: string | undefined,
  tool: ToolDefinition,
  matches: SelectorMatch
): ReadonlyArray<Finding> => {
  const layers = roles.get(role)
  if (layers !== undefined) return layers.flatMap((layer) => layerFindings(`role ${role}`, layer, tool, matches))
  return listedIn === undefined ? [] : [unknown("role", role, [...roles.keys()], listedIn)]
}

const taskFindings = (
  task: string | undefined,
  tasks: ReadonlyMap<string, PolicyLayer> | undefined,
  tool: ToolDefinition,
  matches: SelectorMatch,
  name: string
): ReadonlyArray<Finding> => {
  if (task === undefined || tasks === undefined) return []
  const layer = tasks.get(task)
  return layer === undefined
    ? [unknown("task", task, [...tasks.keys()], placeOf(tasks, name))]
    : layerFindings(`task ${task}`, layer, tool, matches)
}

const unknown = (kind: "role" | "task", given: string, known: ReadonlyArray<string>, source: string): Finding => ({
  because: { layer: kind, rule: `${kind}s: ${known.join(", ")}`, source },
  effect: "deny",
  said: `The policy lists its ${kind}s, and "${given}" is not among them.`,
  change: `Add "${given}" to layers.${kind}s, or call with one of: ${known.join(", ")}.`
})

const noRole = (source: string, roles: ReadonlyMap<string, unknown>): Finding => ({
  because: { layer: "role", rule: `roles: ${[...roles.keys()].join(", ")}`, source },
  effect: "deny",
  said: "The policy lists its roles, and this call has none.",
  change: `Call with one of the roles: ${[...roles.keys()].join(", ")}.`
})
