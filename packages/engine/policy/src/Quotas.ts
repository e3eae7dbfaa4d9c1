import {
  type DispatchContext,
  onceFor,
  type PermissionRequest,
  type Principal,
  type QuotaCount,
  type RuleRef,
  type ToolDefinition
} from "@toolgate/core"
import type { PolicyConfig } from "./PolicyConfig.ts"

/**
 * How often each tool may be called, by the quotas of each configuration, all of which hold. A child's calls count for everyone above
 * it as well, so that nobody gets more by delegating.
 */
export class Quotas {
  private readonly limitsOf: (tool: ToolDefinition) => ReadonlyArray<Limit>

  constructor(configs: ReadonlyArray<PolicyConfig["quotas"]>) {
    this.limitsOf = onceFor((tool) => limitsIn(configs, tool))
  }

  /** The counts of a call; none where no quota is about its tool. */
  of({ tool, context }: PermissionRequest): ReadonlyArray<QuotaCount> {
    const limits = this.limitsOf(tool)
    if (limits.length === 0) return none
    return limits.flatMap(({ window, limit }) =>
      ownersOf(window, context).map((owner) => ({ window, owner, tool: tool.name, limit }))
    )
  }

  /** Why a call of the tool is one too many, where this count is full. */
  exceeded(tool: ToolDefinition, { window }: Pick<QuotaCount, "window">): Exceeded {
    const full = this.limitsOf(tool).find((one) => one.window === window)
    if (full === undefined) throw new TypeError(`No quota of tool "${tool.name}" counts by "${window}".`)
    const { key, limit, source } = full
    return {
      because: { layer: "quotas", rule: `${key}: ${limit}`, source },
      message: `Tool "${tool.name}" has been called as often as its quota allows: ${key} is ${limit}.`
    }
  }

  /** Why no call of the tool passes, ever: a quota of it is 0. */
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

export interface Exceeded {
  readonly because: RuleRef
  readonly message: string
}

/** The least that any configuration allows, by what is counted. */
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

/** Everyone a call is made for, each once. */
const agentsOf = (principal: Principal): ReadonlyArray<string> => {
  const agents = new Set<string>()
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent) agents.add(one.agent)
  return [...agents]
}
