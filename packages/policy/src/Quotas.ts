import type { PermissionRequest, Principal, RegisteredTool, RuleRef } from "@toolgate/core"
import type { PolicyConfig, Quota } from "./PolicyConfig.ts"

/**
 * Counts permitted calls, and says when there have been enough. A child's calls count for everyone above it as well, so that
 * nobody gets more by delegating. Counting is one step that nothing comes between.
 */
export class Quotas {
  private readonly quotas: ReadonlyArray<PolicyConfig["quotas"]>
  private readonly now: () => number
  private readonly sessions = new Map<string, number>()
  private readonly agents = new Map<string, number>()
  /** The times of the last calls, oldest first, at most as many as a minute allows. */
  private readonly minutes = new Map<string, Array<number>>()

  /** The quotas of each configuration, all of which hold. `now` in milliseconds, never going back. */
  constructor(quotas: ReadonlyArray<PolicyConfig["quotas"]>, now: () => number = () => performance.now()) {
    this.quotas = quotas
    this.now = now
  }

  get isEmpty(): boolean {
    return this.quotas.every(({ size }) => size === 0)
  }

  /** Why the call is one too many; `undefined` where it is not. Counts nothing. */
  exceeded(request: PermissionRequest): Exceeded | undefined {
    for (const quota of this.quotasOf(request.tool)) {
      const exceeded = this.exceededOf(quota, request)
      if (exceeded !== undefined) return exceeded
    }
    return undefined
  }

  /** Counts the call, unless it is one too many. */
  take(request: PermissionRequest): Exceeded | undefined {
    const exceeded = this.exceeded(request)
    if (exceeded !== undefined || this.quotasOf(request.tool).length === 0) return exceeded
    const { tool, context } = request
    count(this.sessions, key(tool.name, context.session))
    for (const agent of agentsOf(context.principal)) {
      const name = key(tool.name, agent)
      count(this.agents, name)
      if (this.quotasOf(tool).some(({ perMinute }) => perMinute !== undefined))
        this.minutes.set(name, [...this.lastMinute(name), this.now()])
    }
    return undefined
  }

  private exceededOf(quota: Quota, { tool, context }: PermissionRequest): Exceeded | undefined {
    const by = (limit: string, allowed: number): Exceeded => ({
      because: { layer: "quotas", rule: `${limit}: ${allowed}`, source: quota.source },
      message: `Tool "${tool.name}" has been called as often as its quota allows: ${limit} is ${allowed}.`
    })
    if (isReached(this.sessions.get(key(tool.name, context.session)), quota.perSession))
      return by("per_session", quota.perSession ?? 0)
    for (const agent of agentsOf(context.principal)) {
      if (isReached(this.agents.get(key(tool.name, agent)), quota.perAgent)) return by("per_agent", quota.perAgent ?? 0)
      if (isReached(this.lastMinute(key(tool.name, agent)).length, quota.perMinute))
        return by("per_minute", quota.perMinute ?? 0)
    }
    return undefined
  }

  private quotasOf({ name, aliases }: RegisteredTool): ReadonlyArray<Quota> {
    return this.quotas.flatMap((quotas) => [name, ...aliases].flatMap((one) => quotas.get(one) ?? []))
  }

  private lastMinute(name: string): ReadonlyArray<number> {
    const since = this.now() - 60_000
    return (this.minutes.get(name) ?? []).filter((at) => at > since)
  }
}

export interface Exceeded {
  readonly because: RuleRef
  readonly message: string
}

const isReached = (counted: number | undefined, allowed: number | undefined): boolean =>
  allowed !== undefined && (counted ?? 0) >= allowed

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

const key = (tool: string, whose: string): string => JSON.stringify([tool, whose])

/** Everyone a call is made for, each once. */
const agentsOf = (principal: Principal): ReadonlySet<string> => {
  const agents = new Set<string>()
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent) agents.add(one.agent)
  return agents
}
