import { type ToolEvent, ToolEvents } from "@toolgate/core"
import type { ChosenSession, IdleClock, SessionGates } from "@toolgate/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Session } from "toolgate"
import { type GateConfig, openGate } from "toolgate/config"
import { partsOf } from "toolgate/effect"
import { type FoundPolicy, findChosenPolicy } from "./findChosenPolicy.ts"
import { MovingSession } from "./MovingSession.ts"
import { ResidentGate } from "./ResidentGate.ts"

/** The options of the gates of a resident gate, besides their folder and policy. */
export type ResidentGateOptions = (workspace: string) => Omit<GateConfig, "workspace" | "policy" | "projectPolicy">

/** The state of one gate. */
export interface GateState extends FoundPolicy {
  readonly workspace: string
  readonly sessions: number
  readonly openCalls: number
  readonly fault?: string
}

/** The gates of a resident gate: one for each folder and set of policy files. */
export class ResidentGates implements SessionGates {
  private readonly options: ResidentGateOptions
  private readonly users: IdleClock
  private readonly gates = new Map<string, Promise<ResidentGate>>()
  private readonly opened = new Set<ResidentGate>()
  private readonly moving = new WeakMap<Session, MovingSession>()
  private readonly listeners = new Set<(event: ToolEvent) => void>()
  private readonly scope = Effect.runSync(Scope.make())
  private isClosed = false

  /** `users` counts the calls. */
  constructor(options: ResidentGateOptions, users: IdleClock) {
    this.options = options
    this.users = users
  }

  /** The number of calls without an answer. */
  get openCalls(): number {
    return [...this.opened].reduce((sum, { openCalls }) => sum + openCalls, 0)
  }

  listen = (listener: (event: ToolEvent) => void): void => void this.listeners.add(listener)

  session = async ({ policy, noProjectPolicy, ...options }: ChosenSession): Promise<Session> => {
    const { workspace } = options
    const choice = { workspace, policy: policy ?? [], noProjectPolicy: noProjectPolicy ?? false }
    const one = new MovingSession(options, choice)
    await one.move(await this.find(workspace, findChosenPolicy(choice)))
    this.moving.set(one.session, one)
    return one.session
  }

  renew = (session: Session): Promise<void> | undefined => {
    const one = this.moving.get(session)
    if (one === undefined || one.isCurrent()) return undefined
    return one.renew((found) => this.find(one.choice.workspace, found))
  }

  /** Describes the open gates. */
  describe(): ReadonlyArray<GateState> {
    return [...this.opened].map(({ workspace, found, sessions, openCalls, fault }) => ({
      ...found,
      workspace,
      sessions: sessions.size,
      openCalls,
      ...(fault === undefined ? {} : { fault })
    }))
  }

  /** Cancels all calls, and closes the gates. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.allSettled(this.gates.values())
    await Promise.all([...this.opened].map(({ gate }) => gate.close()))
  }

  /** Returns the gate of a folder and its policy files. Opens it if there is none. */
  private find(workspace: string, found: FoundPolicy): Promise<ResidentGate> {
    const key = JSON.stringify([workspace, found.files, found.project])
    const known = this.gates.get(key)
    if (known !== undefined) return known
    const opening = this.open(workspace, found)
    this.gates.set(key, opening)
    // An invalid file is reported, and may be corrected.
    opening.catch(() => this.gates.delete(key))
    return opening
  }

  private async open(workspace: string, found: FoundPolicy): Promise<ResidentGate> {
    if (this.isClosed) throw new Error("The resident gate is about to stop.")
    const { files, project } = found
    const gate = await openGate({
      ...this.options(workspace),
      workspace,
      policy: project === undefined ? { files } : { files, narrowedBy: project },
      projectPolicy: false
    })
    const opened = new ResidentGate(gate, workspace, found, this.users)
    this.opened.add(opened)
    await opened.renew()
    const { listen } = Context.get(partsOf(gate).services, ToolEvents)
    const tell = (event: ToolEvent) => {
      for (const listener of this.listeners) listener(event)
    }
    await Effect.runPromise(Scope.provide(listen(tell), this.scope))
    return opened
  }
}
