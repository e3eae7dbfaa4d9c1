import {
  cachePerObject,
  type DispatchContext,
  type PermissionRequest,
  type Principal,
  type QuotaCount,
  type RuleRef,
  type ToolDefinition
} from "@toolgate/core"
import type { PolicyConfig } from "../config/PolicyConfig.ts"

/**
 * The limits on how often tools may be called. The quotas of all configurations apply. A child's calls also count for
 * everyone above the child, so that delegating does not yield more calls.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { Quotas } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const quota = { perSession: 3, perAgent: undefined, perMinute: undefined, source: "toolgate.yaml:2" }
 * const quotas = new Quotas([new Map([["deploy", quota]])])
 * const request = makePermissionRequest({ tool: { name: "deploy" } })
 * assert.deepEqual(quotas.of(request), [{ window: "session", owner: "s", tool: "deploy", limit: 3 }])
 * assert.deepEqual(quotas.of(makePermissionRequest()), [])
 * ```
 */
export class Quotas {
  private readonly limitsOf: (tool: ToolDefinition) => ReadonlyArray<Limit>

  constructor(configs: ReadonlyArray<PolicyConfig["quotas"]>) {
    this.limitsOf = cachePerObject((tool) => limitsIn(configs, tool))
  }

  /** Returns the counts that a call adds to. The list is empty if no quota names the tool. */
  of({ tool, context }: PermissionRequest): ReadonlyArray<QuotaCount> {
    const limits = this.limitsOf(tool)
    if (limits.length === 0) return none
    return limits.flatMap(({ window, limit }) =>
      ownersOf(window, context).map((owner) => ({ window, owner, tool: tool.name, limit }))
    )
  }

  /** Returns the reason for refusing a call of the tool because this count is full. */
  exceeded(tool: ToolDefinition, { window }: Pick<QuotaCount, "window">): Exceeded {
    const full = this.limitsOf(tool).find((one) => one.window === window)
    if (full === undefined) throw new TypeError(`No quota of tool "${tool.name}" counts by "${window}".`)
    const { key, limit, source } = full
    return {
      because: { layer: "quotas", rule: `${key}: ${limit}`, source },
      message: `Tool "${tool.name}" has been called as often as its quota allows: ${key} is ${limit}.`
    }
  }

  /** Returns the reason for refusing every call of the tool if one of its quotas is 0; `undefined` otherwise. */
  never(tool: ToolDefinition): Exceeded | undefined {
    const zero = this.limitsOf(tool).find(({ limit }) => limit === 0)
    return zero === undefined ? undefined : this.exceeded(tool, zero)
  }
}

const kinds = [
  { key: "per_session", window: "session", member: "perSession" },
  { key: "per_agent", window: "forever", member: "perAgent" },
  { key: "per_minute", window: "minute", member: "perMinute" }
] as const

/** A refusal because of a full quota. */
export interface Exceeded {
  readonly because: RuleRef
  readonly message: string
}

/** The lowest limit of all configurations for one kind of count. */
interface Limit extends Pick<QuotaCount, "window" | "limit"> {
  readonly key: (typeof kinds)[number]["key"]
  readonly source: string
}

const limitsIn = (configs: ReadonlyArray<PolicyConfig["quotas"]>, tool: ToolDefinition): ReadonlyArray<Limit> => {
  const quotas = configs.flatMap((one) => [tool.name, ...tool.aliases].flatMap((name) => one.get(name) ?? []))
  return kinds.flatMap(({ member, ...kind }) =>
    quotas
      .flatMap(({ [member]: limit, source }) => (limit === undefined ? [] : { ...kind, limit, source }))
      .toSorted((one, other) => one.limit - other.limit)
      .slice(0, 1)
  )
}

const none: ReadonlyArray<never> = []

const ownersOf = (window: QuotaCount["window"], { session, principal }: DispatchContext): ReadonlyArray<string> =>
  window === "session" ? [session] : agentsOf(principal)

/** Returns the names of the caller and of everyone above it, without duplicates. */
const agentsOf = (principal: Principal): ReadonlyArray<string> => {
  const agents = new Set<string>()
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent) agents.add(one.agent)
  return [...agents]
}
