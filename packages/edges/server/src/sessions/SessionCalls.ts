import { randomUUID } from "node:crypto"
import { RecentMap, type ToolCall, type ToolExecution } from "@toolgate/core"
import type { Session } from "toolgate"

/** The part of a call's options that a client may choose. */
export interface CallChoices {
  readonly turn?: string | undefined
  readonly timeoutMs?: number | undefined
  readonly defer?: boolean
  /** The trace context of the request. An invalid one is ignored. */
  readonly traceparent?: string | undefined
}

/** A call as a client sends it. */
export type SentCall = { readonly id?: string; readonly tool: string; readonly idempotencyKey?: string } & (
  | { readonly args: unknown }
  | { readonly argsText: string }
)

/** The calls of a session: those without an answer, and the latest answers to accepted calls. */
export class SessionCalls {
  private readonly session: Session
  private readonly open = new Map<string, { readonly turn: string; readonly abort: AbortController }>()
  /** The runs of open calls. None rejects. */
  private readonly running = new Set<Promise<unknown>>()
  private readonly answered = new RecentMap<ToolExecution>(mostAnswers)

  constructor(session: Session) {
    this.session = session
  }

  /** The number of calls without an answer. */
  get count(): number {
    return this.open.size
  }

  /** Gives a call an id if it has none. */
  named(call: SentCall): ToolCall {
    return { ...call, id: call.id ?? randomUUID() } as ToolCall
  }

  /** Makes a call. `gone` cancels it. Never rejects. */
  make(call: ToolCall, choices: CallChoices, gone?: AbortSignal): Promise<ToolExecution> {
    return this.within([call], choices, gone, (options) => this.session.dispatch(call, options))
  }

  /** Makes a call whose answer is looked up later. Resolves when it has one. */
  async accept(call: ToolCall, choices: CallChoices): Promise<void> {
    this.answered.set(call.id, await this.make(call, choices))
  }

  /** Makes several calls, and returns what `start` returns. */
  async within<A>(
    calls: ReadonlyArray<ToolCall>,
    { turn, timeoutMs, defer, traceparent }: CallChoices,
    gone: AbortSignal | undefined,
    start: (options: {
      readonly signal: AbortSignal
      readonly turn?: string
      readonly timeoutMs?: number
      readonly defer?: boolean
      readonly traceparent?: string
    }) => Promise<A>
  ): Promise<A> {
    const abort = new AbortController()
    const entry = { turn: turn ?? "default", abort }
    const { signal } = abort
    // Cheaper than a signal of both.
    const leave = () => abort.abort()
    gone?.addEventListener("abort", leave)
    if (gone?.aborted === true) leave()
    // A second call with the id of an open one is refused by the gate, and must not hide the first.
    const own = calls.map(({ id }) => id).filter((id) => !this.open.has(id))
    for (const id of own) this.open.set(id, entry)
    const run = start({
      signal,
      ...(turn === undefined ? {} : { turn }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(defer === undefined ? {} : { defer }),
      ...(traceparent === undefined ? {} : { traceparent })
    })
    this.running.add(run)
    try {
      return await run
    } finally {
      gone?.removeEventListener("abort", leave)
      this.running.delete(run)
      for (const id of own) this.open.delete(id)
    }
  }

  /** Returns a call's state, or `undefined` if it is unknown or was answered long ago. */
  find(id: string): "open" | ToolExecution | undefined {
    return this.open.has(id) ? "open" : this.answered.get(id)
  }

  /** Resolves when the calls that are open now are answered. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.running)
  }

  /** Cancels all open calls. */
  cancelAll(): void {
    for (const { abort } of this.open.values()) abort.abort()
  }

  /** Cancels an open call. Returns whether there was one. */
  cancel(id: string): boolean {
    const call = this.open.get(id)
    call?.abort.abort()
    return call !== undefined
  }

  /** Cancels the open calls of a turn. Returns whether there were any. */
  cancelTurn(turn: string): boolean {
    const calls = [...this.open.values()].filter((call) => call.turn === turn)
    for (const { abort } of calls) abort.abort()
    return calls.length > 0
  }
}

/** The answers that a session remembers. Older ones are in the record. */
const mostAnswers = 1_000
