import type { Ceiling, Principal, ResourceLimits } from "@toolgate/core"
import { parseHostPattern } from "./HostPattern.ts"
import { givenLetters, holdsMode } from "./lettersAt.ts"
import { limitNames } from "./limitNames.ts"
import { includesHost } from "./meetHosts.ts"
import { meetLimits } from "./meetLimits.ts"

/** What a child agent asks for. What it leaves out it has from its parent. */
export interface Demand {
  readonly agent: string
  readonly role?: string
  readonly task?: string
  readonly ceiling?: Partial<Ceiling>
}

/** A refusal of a child that asked for more than its parent may. An error, so that whoever wants to can throw it. */
export class DelegationRefused extends Error {
  readonly _tag = "DelegationRefused"
  override readonly name = "DelegationRefused"
  /** What was asked for and cannot be had, each as the end of a sentence. */
  readonly excess: ReadonlyArray<string>

  constructor(message: string, excess: ReadonlyArray<string>) {
    super(message)
    this.excess = excess
  }
}

/**
 * The principal of a child agent, or why there is none. Its ceiling is within its parent's; a demand for more is refused, so that
 * nobody works with less than they believe to have. It stays beneath its parent whatever its names allow: the policy asks for
 * everyone in the chain.
 *
 * ```ts
 * const reader = delegate(parent, { agent: "reader", ceiling: { readOnly: true } })
 * if (reader instanceof DelegationRefused) throw reader
 * ```
 */
export const delegate = (parent: Principal, demand: Demand): Principal | DelegationRefused => {
  const wanted = given(demand.ceiling ?? {})
  const excess = excessOf(parent.ceiling, wanted)
  if (excess.length > 0) {
    const all = excess.join("; ")
    return new DelegationRefused(
      `The agent "${demand.agent}" asks for more than "${parent.agent}" may give it: ${all}.`,
      excess
    )
  }
  const { agent, role, task } = demand
  const limits = limitsOf(parent.ceiling, wanted)
  return {
    agent,
    ...(role === undefined ? {} : { role }),
    ...(task === undefined ? {} : { task }),
    ceiling: { ...parent.ceiling, ...wanted, ...(limits === undefined ? {} : { limits }) },
    parent
  }
}

/** What is there and undefined is left out, as in JSON. */
const given = (ceiling: Partial<Ceiling>): Partial<Ceiling> =>
  Object.fromEntries(Object.entries(ceiling).filter(([, value]) => value !== undefined))

/** What a demand leaves out of its limits it has from its parent, limit by limit. */
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
    else if (files !== undefined && !holdsMode(givenLetters(files, path), mode))
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

/** Absolute, and written as a resolver writes it: a path that goes up again would be beneath where it only begins. */
const isCanonical = (path: string): boolean =>
  /^(?:\/(?:[^/]+(?:\/[^/]+)*)?|[A-Za-z]:\\(?:[^\\]+(?:\\[^\\]+)*)?)$/.test(path) &&
  !/(?:^|[\\/])\.{1,2}(?:[\\/]|$)/.test(path)

const fits = (given: number | "any", wanted: number | "any") => given === "any" || given === wanted
