import type { Ceiling, Principal } from "../DispatchContext.ts"
import type { ResourceLimits } from "../ExecutionGrant.ts"
import { getGrantedMode, includesMode } from "./getGrantedMode.ts"
import { parseHostPattern } from "./HostPattern.ts"
import { limitNames } from "./limitNames.ts"
import { includesHost } from "./meetHosts.ts"
import { meetLimits } from "./meetLimits.ts"

/** A request for a child agent. Omitted parts of the ceiling are inherited from the parent. */
export interface Demand {
  readonly agent: string
  readonly role?: string
  readonly task?: string
  readonly ceiling?: Partial<Ceiling>
}

/**
 * The child agent asks for more than its parent may have. An `Error`, so that callers can throw it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DelegationRefused, delegate } from "@toolgate/core/access"
 *
 * const parent = { agent: "reader", ceiling: { tools: ["read_file"] } }
 * const child = delegate(parent, { agent: "writer", ceiling: { tools: ["write_file"] } })
 * assert(child instanceof DelegationRefused)
 * assert.equal(child.excess.length, 1)
 * ```
 */
export class DelegationRefused extends Error {
  readonly _tag = "DelegationRefused"
  override readonly name = "DelegationRefused"
  /** The excess demands, as phrases for the list in the message. */
  readonly excess: ReadonlyArray<string>

  constructor(message: string, excess: ReadonlyArray<string>) {
    super(message)
    this.excess = excess
  }
}

/**
 * Returns the principal of a child agent, or refuses demands beyond the parent's ceiling. It never reduces a demand, so
 * that an agent does not work with less than it expects. The policy judges the whole chain of parents, so the child's role
 * and task never extend its rights. The child acts for the same person as its parent.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DelegationRefused, delegate } from "@toolgate/core/access"
 *
 * const parent = { agent: "editor", ceiling: { tools: "any" as const } }
 * const reader = delegate(parent, { agent: "reader", ceiling: { readOnly: true } })
 * assert(!(reader instanceof DelegationRefused))
 * assert.deepEqual([reader.parent, reader.ceiling.readOnly], [parent, true])
 * // A child never gets more rights than its parent.
 * assert(delegate(reader, { agent: "writer", ceiling: { readOnly: false } }) instanceof DelegationRefused)
 * ```
 */
export const delegate = (parent: Principal, demand: Demand): Principal | DelegationRefused => {
  const wanted = given(demand.ceiling ?? {})
  const excess = excessOf(parent.ceiling, wanted)
  if (excess.length > 0) {
    const all = excess.join("; ")
    return new DelegationRefused(
      `The agent "${demand.agent}" requests more rights than "${parent.agent}" has: ${all}.`,
      excess
    )
  }
  const { agent, role, task } = demand
  const limits = limitsOf(parent.ceiling, wanted)
  return {
    agent,
    ...(role === undefined ? {} : { role }),
    ...(task === undefined ? {} : { task }),
    ...(parent.onBehalfOf === undefined ? {} : { onBehalfOf: parent.onBehalfOf }),
    ceiling: { ...parent.ceiling, ...wanted, ...(limits === undefined ? {} : { limits }) },
    parent
  }
}

/** Omits `undefined` members, as JSON does. */
const given = (ceiling: Partial<Ceiling>): Partial<Ceiling> =>
  Object.fromEntries(Object.entries(ceiling).filter(([, value]) => value !== undefined))

const limitsOf = (parent: Ceiling, wanted: Partial<Ceiling>): Ceiling["limits"] =>
  parent.limits === undefined || wanted.limits === undefined
    ? (wanted.limits ?? parent.limits)
    : meetLimits(parent.limits, wanted.limits)

const excessOf = (parent: Ceiling, wanted: Partial<Ceiling>): ReadonlyArray<string> => {
  const excess: Array<string> = []
  const { tools, files, hosts } = parent
  if (tools !== "any" && wanted.tools === "any") excess.push("every tool")
  if (tools !== "any" && wanted.tools !== undefined && wanted.tools !== "any")
    excess.push(...wanted.tools.filter((tool) => !tools.includes(tool)).map((tool) => `the tool "${tool}"`))
  for (const { path, mode } of wanted.files ?? []) {
    if (!isCanonical(path)) excess.push(`"${path}", which is not a resolved path`)
    else if (files !== undefined && !includesMode(getGrantedMode(files, path), mode))
      excess.push(`the files beneath "${path}" with the mode "${mode}"`)
  }
  for (const { host, port } of wanted.hosts ?? []) {
    if (typeof parseHostPattern(host) === "string") excess.push(`"${host}", which is not a host pattern`)
    else if (!(hosts?.some((given) => includesHost(given.host, host) && fits(given.port, port)) ?? true))
      excess.push(`the host "${host}"${port === "any" ? "" : ` on port ${port}`}`)
  }
  const limits = limitsOf(parent, wanted)
  for (const name of Object.keys(wanted.limits ?? {}) as ReadonlyArray<keyof ResourceLimits>)
    if (limits?.[name] !== wanted.limits?.[name]) excess.push(`more ${limitNames[name]}`)
  if (parent.readOnly === true && wanted.readOnly === false) excess.push("to change something")
  if (parent.noWeb === true && wanted.noWeb === false) excess.push("to reach the network")
  return excess
}

/** Whether a path is absolute and has no "." or "..": "/a/../b" would otherwise seem to be beneath "/a". */
const isCanonical = (path: string): boolean =>
  /^(?:\/(?:[^/]+(?:\/[^/]+)*)?|[A-Za-z]:\\(?:[^\\]+(?:\\[^\\]+)*)?)$/.test(path) &&
  !/(?:^|[\\/])\.{1,2}(?:[\\/]|$)/.test(path)

const fits = (given: number | "any", wanted: number | "any") => given === "any" || given === wanted
