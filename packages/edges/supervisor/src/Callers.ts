import { DelegationRefused } from "@toolgate/core/access"
import { DescendantCount } from "./DescendantCount.ts"
import type { LivingSessions } from "./LivingSessions.ts"
import { type LifeParts, type Room, type RunnerLife, startDescendant } from "./RunnerLife.ts"

/**
 * Agents that are started for calls, each a child of the caller: a runner, or a session without a runner. Each of them
 * occupies a call slot of the gate while it runs. `most` leaves slots for their own calls.
 */
export class Callers {
  private readonly sessions: LivingSessions<RunnerLife>
  private readonly families = new Map<string, DescendantCount>()
  private readonly inAll: DescendantCount

  constructor(sessions: LivingSessions<RunnerLife>, most: number) {
    this.sessions = sessions
    this.inAll = new DescendantCount(most, "for calls of this gate")
  }

  /** Starts a runner for a call of the session `caller`. Rejects with `DelegationRefused` at the limit. */
  async start(caller: string, parts: Omit<LifeParts, keyof Room>): Promise<RunnerLife> {
    const { agent } = parts.spec.principal
    const full = this.inAll.enter()
    if (full !== undefined) throw new DelegationRefused(`The agent "${agent}" was not started: ${full}.`, [])
    try {
      const life = await (this.sessions.of(caller)?.delegate(parts.spec) ?? this.beneath(caller, parts))
      void life.ended.then(() => this.inAll.leave())
      return life
    } catch (error) {
      this.inAll.leave()
      throw error
    }
  }

  private async beneath(caller: string, parts: Omit<LifeParts, keyof Room>): Promise<RunnerLife> {
    const { children, generations } = parts.bounds
    const family = this.families.get(caller) ?? new DescendantCount(children)
    this.families.set(caller, family)
    const forget = () => {
      if (family.isEmpty && this.families.get(caller) === family) this.families.delete(caller)
    }
    try {
      const life = await startDescendant({ family, generations }, parts, parts.spec.principal.parent?.agent ?? caller)
      void life.ended.then(forget)
      return life
    } catch (error) {
      forget()
      throw error
    }
  }
}
