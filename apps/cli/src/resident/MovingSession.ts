import type { ChosenSession, GateChoice } from "@toolgate/server"
import type { Session } from "toolgate"
import { type FoundPolicy, findChosenPolicy } from "./findChosenPolicy.ts"
import { explainCause, type ResidentGate } from "./ResidentGate.ts"

/** A session that moves to another gate when a policy file of its choice is added or removed. */
export class MovingSession {
  readonly choice: Required<GateChoice>
  readonly session: Session
  private readonly options: Omit<ChosenSession, "policy" | "noProjectPolicy">
  private readonly opened = new Map<ResidentGate, Promise<Session>>()
  private current: { readonly gate: ResidentGate; readonly session: Session } | undefined
  private isOver = false

  constructor(options: Omit<ChosenSession, "policy" | "noProjectPolicy">, choice: Required<GateChoice>) {
    this.options = options
    this.choice = choice
    this.session = this.makeSession()
  }

  /** Whether the gate is that of the files that are there now, and has loaded them. */
  isCurrent(): boolean {
    if (this.isOver) return true
    const { gate } = this.now()
    try {
      return gate.isCurrent() && isSame(gate.found, findChosenPolicy(this.choice))
    } catch {
      return false
    }
  }

  /**
   * Moves to the gate of the files that are there now, and loads those that have changed. Never rejects: if a file does
   * not load, the session stays, and its gate has the reason.
   */
  async renew(open: (found: FoundPolicy) => Promise<ResidentGate>): Promise<void> {
    const { gate } = this.now()
    try {
      const found = findChosenPolicy(this.choice)
      if (!isSame(gate.found, found)) await this.move(await open(found))
      gate.blocked = undefined
    } catch (cause) {
      gate.blocked = explainCause(cause)
    }
    await this.now().gate.renew()
  }

  /** Uses a gate for later calls. Calls that are open stay in theirs. */
  async move(gate: ResidentGate): Promise<void> {
    const opening = this.opened.get(gate) ?? gate.gate.session(this.options)
    this.opened.set(gate, opening)
    // An option that the gate refuses may become valid.
    opening.catch(() => this.opened.delete(gate))
    const session = await opening
    this.current?.gate.sessions.delete(this.options.id)
    gate.sessions.add(this.options.id)
    this.current = { gate, session }
  }

  private now() {
    if (this.current === undefined) throw new Error("The session has no gate yet.")
    return this.current
  }

  private makeSession(): Session {
    const use = <A>(run: (session: Session) => Promise<A>): Promise<A> => {
      const { gate, session } = this.now()
      return gate.use(() => run(session))
    }
    const inAll = async (run: (session: Session) => Promise<void>): Promise<void> => {
      await Promise.all([...this.opened.values()].map(async (session) => run(await session)))
    }
    const now = () => this.now().session
    return {
      dispatch: (call, given) => use((session) => session.dispatch(call, given)),
      dispatchAll: (calls, given) => use((session) => session.dispatchAll(calls, given)),
      dispatchTurn: (calls, given) => use((session) => session.dispatchTurn(calls, given)),
      judge: (call, given) => use((session) => session.judge(call, given)),
      judgeAll: (plan, given) => use((session) => session.judgeAll(plan, given)),
      resume: (approval, given) => use((session) => session.resume(approval, given)),
      observe: (provider, uses, given) => use((session) => session.observe(provider, uses, given)),
      tools: { list: () => now().tools.list(), declarable: (given) => now().tools.declarable(given) },
      canUseTool: (tool) => now().canUseTool(tool),
      get approvals() {
        return now().approvals
      },
      cancel: () => inAll((session) => session.cancel()),
      end: () => {
        this.isOver = true
        this.now().gate.sessions.delete(this.options.id)
        return inAll((session) => session.end())
      }
    }
  }
}

const isSame = (one: FoundPolicy, other: FoundPolicy): boolean =>
  one.project === other.project &&
  one.files.length === other.files.length &&
  one.files.every((file, index) => file === other.files[index])
