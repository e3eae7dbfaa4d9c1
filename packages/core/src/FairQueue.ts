import type { DispatchContext, Principal } from "./DispatchContext.ts"
import { type LinkedEntry, LinkedList } from "./LinkedList.ts"

/** The agent and the session that an entry counts towards. */
export interface QueueShare {
  readonly agent: string
  readonly session: string
}

/**
 * Returns the share of a call. Delegated agents count towards their top-level agent, because an agent can delegate to any
 * number of others.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { getQueueShare } from "@toolgate/core"
 *
 * const ceiling = { tools: "any" } as const
 * const principal = { agent: "reader", ceiling, parent: { agent: "editor", ceiling } }
 * assert.deepEqual(getQueueShare({ principal, session: "alice" }), { agent: "editor", session: "alice" })
 * ```
 */
export const getQueueShare = ({ principal, session }: Pick<DispatchContext, "principal" | "session">): QueueShare => ({
  agent: topOf(principal).agent,
  session
})

const topOf = (principal: Principal): Principal => {
  let top = principal
  while (top.parent !== undefined) top = top.parent
  return top
}

/** The maximum number of slots per agent and per session. */
export interface ShareBounds {
  readonly perAgent: number
  readonly perSession: number
}

/** A waiting entry of a `FairQueue`. */
export interface Queued<A> {
  readonly value: A
  readonly share: QueueShare
  readonly line: SessionLine<A>
  readonly entry: LinkedEntry<Queued<A>>
}

interface SessionLine<A> {
  readonly waiting: LinkedList<Queued<A>>
  readonly agent: AgentLine<A>
  readonly name: string
  held: number
  place: LinkedEntry<SessionLine<A>> | undefined
}

/** The sessions of one agent. `ready` lists the sessions that have an entry and a free slot, in serving order. */
interface AgentLine<A> {
  readonly sessions: Map<string, SessionLine<A>>
  readonly ready: LinkedList<SessionLine<A>>
  readonly name: string
  held: number
  place: LinkedEntry<AgentLine<A>> | undefined
}

/**
 * A queue that serves agents in round-robin order, then the sessions of an agent, and each session first come, first
 * served. An agent with ten thousand entries delays another agent by one entry only. Every operation takes constant time.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { FairQueue } from "@toolgate/core"
 *
 * const queue = new FairQueue<string>()
 * for (const value of ["a1", "a2"]) queue.add({ agent: "a", session: "1" }, value)
 * queue.add({ agent: "b", session: "1" }, "b1")
 * assert.deepEqual([queue.next(), queue.next(), queue.next()], ["a1", "b1", "a2"])
 * ```
 */
export class FairQueue<A> {
  private readonly bounds: ShareBounds
  private readonly agents = new Map<string, AgentLine<A>>()
  private readonly ready = new LinkedList<AgentLine<A>>()
  private count = 0

  constructor(bounds: ShareBounds = unbounded) {
    this.bounds = bounds
  }

  get size(): number {
    return this.count
  }

  get isReady(): boolean {
    return this.ready.first !== undefined
  }

  add(share: QueueShare, value: A): Queued<A> {
    const line = this.lineOf(share)
    const queued: Queued<A> = { value, share, line, entry: undefined as never }
    const entry = line.waiting.push(queued)
    ;(queued as { entry: typeof entry }).entry = entry
    this.count++
    this.update(line)
    return queued
  }

  remove({ line, entry }: Queued<A>): void {
    line.waiting.remove(entry)
    this.count--
    this.update(line)
  }

  /**
   * Removes the next entry whose agent and session have a free slot, and returns its value. Moves both to the end of their
   * lines.
   */
  next(): A | undefined {
    const agent = this.ready.first?.value
    const line = agent?.ready.first?.value
    const queued = line?.waiting.first?.value
    if (agent === undefined || line === undefined || queued === undefined) return undefined
    this.suspend(agent, line)
    this.suspendAgent(agent)
    this.remove(queued)
    return queued.value
  }

  /** Whether an agent and its session may take one more slot. */
  hasRoom(share: QueueShare): boolean {
    if (this.bounds === unbounded) return true
    const agent = this.agents.get(share.agent)
    return (
      agent === undefined ||
      (agent.held < this.bounds.perAgent && (agent.sessions.get(share.session)?.held ?? 0) < this.bounds.perSession)
    )
  }

  hold(share: QueueShare): void {
    this.change(share, 1)
  }

  release(share: QueueShare): void {
    this.change(share, -1)
  }

  private change(share: QueueShare, by: number): void {
    // Without bounds, the queue counts nothing: most calls never wait.
    if (this.bounds === unbounded) return
    const line = this.lineOf(share)
    line.held += by
    line.agent.held += by
    this.update(line)
  }

  /** Updates both ready lists after a line has changed. A line that becomes ready joins at the end. */
  private update(line: SessionLine<A>): void {
    const { agent } = line
    const isReady = line.waiting.first !== undefined && line.held < this.bounds.perSession
    if (!isReady) this.suspend(agent, line)
    else line.place ??= agent.ready.push(line)
    if (agent.ready.first === undefined || agent.held >= this.bounds.perAgent) this.suspendAgent(agent)
    else agent.place ??= this.ready.push(agent)
    if (line.held > 0 || line.waiting.first !== undefined) return
    agent.sessions.delete(line.name)
    if (agent.sessions.size === 0) this.agents.delete(agent.name)
  }

  private suspend(agent: AgentLine<A>, line: SessionLine<A>): void {
    if (line.place !== undefined) agent.ready.remove(line.place)
    line.place = undefined
  }

  private suspendAgent(agent: AgentLine<A>): void {
    if (agent.place !== undefined) this.ready.remove(agent.place)
    agent.place = undefined
  }

  private lineOf(share: QueueShare): SessionLine<A> {
    let agent = this.agents.get(share.agent)
    if (agent === undefined) {
      agent = { sessions: new Map(), ready: new LinkedList(), name: share.agent, held: 0, place: undefined }
      this.agents.set(share.agent, agent)
    }
    let line = agent.sessions.get(share.session)
    if (line === undefined) {
      line = { waiting: new LinkedList(), agent, name: share.session, held: 0, place: undefined }
      agent.sessions.set(share.session, line)
    }
    return line
  }
}

const unbounded: ShareBounds = { perAgent: Number.POSITIVE_INFINITY, perSession: Number.POSITIVE_INFINITY }
