import type { Ceiling, Principal, ResolvedPath } from "@toolgate/core"
import { DelegationRefused, type Demand, delegate } from "@toolgate/core/access"
import type {
  AgentStartedMessage,
  AgentStartMessage,
  CeilingMessage,
  ErrorSlugMessage,
  SupervisorMessage
} from "@toolgate/runner/protocol"
import { type DescendantCount, noGeneration } from "./DescendantCount.ts"
import type { RunnerChildren } from "./RunnerChildren.ts"
import { hasSucceeded, type RunnerEnding } from "./RunnerEnding.ts"
import type { RunnerEventSender } from "./RunnerEventSender.ts"

/** The services that start children. */
interface Delegation {
  readonly parent: Principal
  readonly family: DescendantCount
  /** The number of further generations that may follow. */
  readonly generations: number
  readonly teller: RunnerEventSender
  /** Returns the names of the tools that the parent may call. */
  readonly tools: () => ReadonlySet<string>
  /**
   * Starts a program that inherits everything else from its parent. Rejects with the reason if it cannot be started.
   */
  readonly startChild: (principal: Principal, command: AgentStartMessage["command"]) => Promise<Child>
  /** Called with every refusal, for the log. */
  readonly refused: (child: string, why: string) => void
}

export interface Child {
  readonly session: string
  readonly ended: Promise<RunnerEnding>
  stop(reason: string): void
  /** Kills the child. */
  kill(reason: string): void
}

type Send = (message: SupervisorMessage) => void

/** The agents that one process of a runner has started. None may do more than its parent. */
export class DelegatedAgents implements RunnerChildren {
  private readonly delegation: Delegation
  private readonly living = new Map<string, Living>()

  constructor(delegation: Delegation) {
    this.delegation = delegation
  }

  has(id: string): boolean {
    return this.living.has(id)
  }

  /** Starts a child. The message is answered at once, and the child's end is reported later. */
  start(message: AgentStartMessage, send: Send): void {
    const living: Living = { child: undefined, stopped: undefined, isKilled: false, gone: Promise.resolve() }
    this.living.set(message.agent_id, living)
    living.gone = this.live(message, living, send).finally(() => this.living.delete(message.agent_id))
  }

  /** Returns the answer that refuses a child. The runner's listener and the log receive the refusal too. */
  refuse({ agent_id, agent }: AgentStartMessage, error: ErrorSlugMessage, message: string): AgentStartedMessage {
    this.delegation.teller.tell({ type: "runner.delegation_refused", child: agent, message })
    this.delegation.refused(agent, message)
    return { op: "agent_started", agent_id, ok: false, error, message }
  }

  stop(id: string): void {
    const living = this.living.get(id)
    if (living !== undefined) stop(living, "its parent ended it")
  }

  /** Kills all children. */
  kill(): void {
    for (const living of this.living.values()) {
      living.isKilled = true
      living.child?.kill("its parent was ended")
    }
  }

  /** Ends all children. Settles when they have ended. */
  async end(): Promise<void> {
    const all = [...this.living.values()]
    for (const living of all) stop(living, "its parent has ended")
    await Promise.all(all.map(({ gone }) => gone))
  }

  private async live(message: AgentStartMessage, living: Living, send: Send): Promise<void> {
    const { agent_id, agent, command } = message
    const { parent, family, generations, tools, startChild, teller } = this.delegation
    const refuse = (why: string): void => send(this.refuse(message, "permission_denied", why))
    const principal = delegate(parent, demandOf(message))
    if (principal instanceof DelegationRefused) return refuse(principal.message)
    const more = excess(message, tools)
    if (more !== undefined)
      return refuse(`The agent "${agent}" requests more rights than "${parent.agent}" has: the tool "${more}".`)
    const full = generations > 0 ? family.enter() : noGeneration
    if (full !== undefined) return refuse(`The agent "${agent}" was not started by "${parent.agent}": ${full}.`)
    try {
      const child = await startChild(principal, command)
      send({ op: "agent_started", agent_id, ok: true })
      teller.tell({ type: "runner.delegated", child: agent, childSession: child.session })
      living.child = child
      if (living.isKilled) child.kill("its parent was ended")
      else if (living.stopped !== undefined) child.stop(living.stopped)
      const ending = await child.ended
      const { message: said, result } = ending
      const reported = result === undefined ? {} : { result }
      send({ op: "agent_ended", agent_id, ok: hasSucceeded(ending), message: said, ...reported })
    } catch (error) {
      send({ op: "agent_started", agent_id, ok: false, error: "tool_failed", message: messageOf(error) })
    } finally {
      family.leave()
    }
  }
}

interface Living {
  child: Child | undefined
  /** The reason why the child must end, even before it has begun. */
  stopped: string | undefined
  isKilled: boolean
  gone: Promise<void>
}

const stop = (living: Living, reason: string): void => {
  living.stopped ??= reason
  living.child?.stop(reason)
}

/** Returns a requested tool that the parent cannot call. The policy would not allow it to any descendant. */
const excess = ({ ceiling }: AgentStartMessage, tools: Delegation["tools"]): string | undefined => {
  if (ceiling?.tools === undefined) return undefined
  const known = tools()
  return ceiling.tools.find((tool) => !known.has(tool))
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the permissions that a runner requests for its child. */
const demandOf = ({ agent, role, task, ceiling }: AgentStartMessage): Demand => ({
  agent,
  ...(role === undefined ? {} : { role }),
  ...(task === undefined ? {} : { task }),
  ...(ceiling === undefined ? {} : { ceiling: ceilingOf(ceiling) })
})

const ceilingOf = ({ tools, files, hosts, read_only, no_web }: CeilingMessage): Partial<Ceiling> => ({
  ...(tools === undefined ? {} : { tools }),
  // The path is compared with the parent's as written, and refused unless it has the form of a resolved path.
  ...(files === undefined ? {} : { files: files.map(({ path, mode }) => ({ path: path as ResolvedPath, mode })) }),
  ...(hosts === undefined ? {} : { hosts: hosts.map(({ host, port }) => ({ host, port: port ?? "any" })) }),
  ...(read_only === undefined ? {} : { readOnly: read_only }),
  ...(no_web === undefined ? {} : { noWeb: no_web })
})
