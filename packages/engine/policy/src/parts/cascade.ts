import type { Principal, ToolDefinition } from "@toolgate/core"
import { applyLayer } from "../config/applyLayer.ts"
import { builtIn } from "../config/defaultConfig.ts"
import type { PolicyConfig, PolicyLayer } from "../config/PolicyConfig.ts"
import { makeSelectorMatch, type SelectorMatch } from "../config/toolSelectors.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { makeConstantPart } from "./makeConstantPart.ts"

/** A part with the layers Global → Role → Task. Each layer only narrows. Layers can be added while calls run. */
export interface Cascade extends PolicyPart {
  /** Adds a layer for everyone. */
  readonly addGlobal: (layer: PolicyLayer) => void
  /**
   * Adds a layer for one role. If the policy lists its roles, the role must be among them: otherwise `addRole` throws a
   * `TypeError`, because listing a new role would allow the role.
   */
  readonly addRole: (role: string, layer: PolicyLayer) => void
}

interface Layers extends Pick<PolicyConfig, "layers" | "agents" | "groups" | "name"> {
  /** Whether this is the first configuration. If it lists no roles, the built-in roles apply. */
  readonly isFirst: boolean
}

/** The agents that the other files of a policy define. The roles of these agents apply in every file. */
interface OtherFiles {
  /** The agents of the wider files. If such a file gives an agent a role, the agent has the role. */
  readonly before: ReadonlyArray<NonNullable<PolicyConfig["agents"]>>
  /** The agents of the narrower files. A role from such a file narrows too, but does not replace a missing role. */
  readonly after: ReadonlyArray<NonNullable<PolicyConfig["agents"]>>
}

/**
 * Returns the part of a policy that applies the layers of a configuration.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { cascade, makePolicy } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const text = "version: 1\nlayers: { global: { deny: [shell] } }"
 * const config = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
 * const { judge } = makePolicy([cascade({ ...config, isFirst: true })])
 * const decide = (name: string) => judge(makePermissionRequest({ tool: { name } })).decision
 * assert.deepEqual([decide("read_file"), decide("shell")], ["allow", "deny"])
 * ```
 */
export const cascade = (config: Layers, { before, after }: OtherFiles = alone): Cascade => {
  const { layers, agents, groups, name, isFirst } = config
  const matches = makeSelectorMatch(groups)
  const global = layers.global === undefined ? [] : [layers.global]
  const roles = new Map([...(layers.roles ?? (isFirst ? builtInRoles : []))].map(([role, layer]) => [role, [layer]]))
  let revision = 0
  const given = [...before, ...(agents === undefined ? [] : [agents])]
  const findings = (tool: ToolDefinition, principal: Principal): ReadonlyArray<Finding> => {
    const own = rolesOf(principal, given)
    const narrowing = rolesOf({ agent: principal.agent }, after).filter(
      (role) => roles.has(role) && !own.includes(role)
    )
    return [
      ...global.flatMap((layer) => applyLayer("global", layer, tool, matches)),
      ...[...own, ...narrowing].flatMap((role) =>
        roleFindings(role, roles, layers.roles === undefined ? undefined : placeOf(layers.roles, name), tool, matches)
      ),
      ...(layers.roles !== undefined && own.length === 0 ? [noRole(placeOf(layers.roles, name), roles)] : []),
      ...taskFindings(principal.task, layers.tasks, tool, matches, name)
    ]
  }
  return {
    ...makeConstantPart(
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

/** Returns the roles of a call: the roles that the policy gives the agent, and the role that the call names. */
const rolesOf = (
  { agent, role }: Pick<Principal, "agent" | "role">,
  agents: OtherFiles["before"]
): ReadonlyArray<string> => [
  ...new Set([...agents.map((one) => one.get(agent)?.role), role].filter((one) => one !== undefined))
]

const alone: OtherFiles = { before: [], after: [] }

/** Returns the place of a list: its first entry, or the file's name if the list is empty. */
const placeOf = (listed: ReadonlyMap<string, PolicyLayer>, name: string): string => {
  const [first] = listed.values()
  return first?.source ?? name
}

const roleFindings = (
  role: string,
  roles: ReadonlyMap<string, ReadonlyArray<PolicyLayer>>,
  /** The place where the roles are listed; `undefined` if the policy lists no roles. */
  listedIn: string | undefined,
  tool: ToolDefinition,
  matches: SelectorMatch
): ReadonlyArray<Finding> => {
  const layers = roles.get(role)
  if (layers !== undefined) return layers.flatMap((layer) => applyLayer(`role ${role}`, layer, tool, matches))
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
    : applyLayer(`task ${task}`, layer, tool, matches)
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

const selectors = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ text, source: builtIn }))

/**
 * The layers by role of a first configuration that lists no roles. A worker does one task for another agent: it may
 * not use memory or delegate. Unlike roles of a file, these do not make a call need a role.
 */
const builtInRoles: ReadonlyMap<string, PolicyLayer> = new Map<string, PolicyLayer>([
  [
    "worker",
    {
      allow: undefined,
      deny: selectors("group:memory", "group:routing"),
      readOnly: undefined,
      noWeb: undefined,
      flat: undefined,
      source: builtIn
    }
  ]
])
