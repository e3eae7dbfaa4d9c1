import type { PermissionRequest, Principal, RegisteredTool, RuleRef } from "@toolgate/core"
import type { PolicyConfig, Quota } from "./PolicyConfig.ts"

/**
 * Counts permitted calls, and says when there have been enough. A child's calls count for everyone above it as well, so that
 * nobody gets more by delegating. Counting is one step that nothing comes between. A session's counts end when it is said that
 * the session has, and by nothing else.
 */
export class Quotas {
  private readonly quotas: ReadonlyArray<PolicyConfig["quotas"]>
  private readonly now: () => number
  /** The calls of each session, by the names of tools. */
  private readonly sessions = new Map<string, Map<string, number>>()
  private readonly agents = new Map<string, number>()
  /** The times of the calls of the last minute, oldest first. */
  private readonly minutes = new Map<string, Times>()
  private readonly byTool = new WeakMap<RegisteredTool, ReadonlyArray<Quota>>()

  /** The quotas of each configuration, all of which hold. `now` in milliseconds, never going back. */
  constructor(quotas: ReadonlyArray<PolicyConfig["quotas"]>, now: () => number = () => performance.now()) {
    this.quotas = quotas
    this.now = now
  }

  get isEmpty(): boolean {
    return this.quotas.every(({ size }) => size === 0)
  }

  /** Whether a quota of the tool is 0, which lets no call pass. */
  isNever(tool: RegisteredTool): boolean {
    return this.quotasOf(tool).some(
      ({ perSession, perAgent, perMinute }) => perSession === 0 || perAgent === 0 || perMinute === 0
    )
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
    const quotas = this.quotasOf(request.tool)
    if (quotas.length === 0) return undefined
    const exceeded = this.exceeded(request)
    if (exceeded !== undefined) return exceeded
    const { tool, context } = request
    count(this.countsOf(context.session), tool.name)
    for (const agent of agentsOf(context.principal)) {
      const name = key(tool.name, agent)
      count(this.agents, name)
      if (quotas.some(({ perMinute }) => perMinute !== undefined)) this.lastMinute(name).at.push(this.now())
    }
    return undefined
  }

  /** Forgets what was counted for a session. What was counted for its agents stays. */
  sessionEnded(session: string): void {
    this.sessions.delete(session)
  }

  private countsOf(session: string): Map<string, number> {
    let counts = this.sessions.get(session)
    if (counts === undefined) {
      counts = new Map()
      this.sessions.set(session, counts)
    }
    return counts
  }

  private exceededOf(quota: Quota, { tool, context }: PermissionRequest): Exceeded | undefined {
    const by = (limit: string, allowed: number): Exceeded => ({
      because: { layer: "quotas", rule: `${limit}: ${allowed}`, source: quota.source },
      message: `Tool "${tool.name}" has been called as often as its quota allows: ${limit} is ${allowed}.`
    })
    if (isReached(this.sessions.get(context.session)?.get(tool.name), quota.perSession))
      return by("per_session", quota.perSession ?? 0)
    for (const agent of agentsOf(context.principal)) {
      if (isReached(this.agents.get(key(tool.name, agent)), quota.perAgent)) return by("per_agent", quota.perAgent ?? 0)
      if (isReached(this.countOfMinute(key(tool.name, agent)), quota.perMinute))
        return by("per_minute", quota.perMinute ?? 0)
    }
    return undefined
  }

  private quotasOf(tool: RegisteredTool): ReadonlyArray<Quota> {
    let quotas = this.byTool.get(tool)
    if (quotas === undefined) {
      quotas = this.quotas.flatMap((one) => [tool.name, ...tool.aliases].flatMap((name) => one.get(name) ?? []))
      this.byTool.set(tool, quotas)
    }
    return quotas
  }

  private countOfMinute(name: string): number {
    const { at, from } = this.lastMinute(name)
    return at.length - from
  }

  private lastMinute(name: string): Times {
    let times = this.minutes.get(name)
    if (times === undefined) {
      times = { at: [], from: 0 }
      this.minutes.set(name, times)
    }
    const since = this.now() - 60_000
    while (times.from < times.at.length && (times.at[times.from] ?? 0) <= since) times.from++
    // Dropped in one go once half of them are old, so that a call costs the same however many a minute allows.
    if (times.from > times.at.length / 2) {
      times.at.splice(0, times.from)
      times.from = 0
    }
    return times
  }
}

/** The times from `from` on count; those before it are older than a minute. */
interface Times {
  readonly at: Array<number>
  from: number
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
