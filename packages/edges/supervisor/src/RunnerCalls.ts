import type { DispatchContext, Refused, ToolCall, ToolEvent, ToolExecution } from "@toolgate/core"
import type { SupervisorMessage, ToolCallMessage } from "@toolgate/runner/protocol"
import { buildToolResponse } from "./buildToolResponse.ts"
import type { RunnerTools } from "./RunnerTools.ts"

/** A call of a runner without an answer. */
class OpenCall {
  readonly message: ToolCallMessage
  /** The size of the call's frame. */
  readonly bytes: number
  /** The reason why the call must be refused, if so. */
  readonly refusal: Refused | undefined
  readonly deadline: number | undefined
  /** Whether the gate has ended the call. Its id may then belong to another call of the session. */
  hasEnded = false
  private clock: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(message: ToolCallMessage, bytes: number, refusal: Refused | undefined) {
    this.message = message
    this.bytes = bytes
    this.refusal = refusal
    this.deadline = message.timeout_ms === undefined ? undefined : Date.now() + message.timeout_ms
  }

  get id(): string {
    return this.message.tool_call_id
  }

  get toolCall(): ToolCall {
    const { tool_call_id: id, tool, args, idempotency_key: key } = this.message
    return key === undefined ? { id, tool, args } : { id, tool, args, idempotencyKey: key }
  }

  /** Queues the call. `late` is called if the call is still queued at its deadline. */
  wait(late: () => void): void {
    if (this.deadline === undefined) return
    const { deadline } = this
    const ms = deadline - Date.now()
    // A timer may fire slightly before the deadline by the clock, which is what the gate checks.
    if (ms <= longestTimer) this.clock = setTimeout(() => (Date.now() < deadline ? this.wait(late) : late()), ms)
  }

  waitNoMore(): void {
    clearTimeout(this.clock)
  }
}

/** The longest delay of a timer, in milliseconds. A longer delay would fire at once. */
const longestTimer = 2 ** 31 - 1

/** The event that a person is asked about a call. */
export type QuestionEvent = Extract<ToolEvent, { readonly type: "tool.confirmation_requested" }>

/** The part of a channel that its runner's calls need. */
export interface CallSink {
  send(message: SupervisorMessage): void
  /** Sends a message, which is dropped if the runner reads too slowly. */
  tell(message: SupervisorMessage): void
  called(message: ToolCallMessage): void
  asked(event: QuestionEvent): void
  answered(execution: ToolExecution): void
}

/** The calls of one process of a runner: those at the gate, and those that wait because the limit is reached. */
export class RunnerCalls {
  private readonly tools: RunnerTools
  private readonly context: DispatchContext
  private readonly most: number
  private readonly sink: CallSink
  private readonly running = new Map<string, OpenCall>()
  private readonly waiting = new Map<string, OpenCall>()
  private bytes = 0
  private isOver = false
  private settled: (() => void) | undefined = undefined

  constructor(tools: RunnerTools, context: DispatchContext, most: number, sink: CallSink) {
    this.tools = tools
    this.context = context
    this.most = most
    this.sink = sink
  }

  /** Bytes of the frames of all open calls. */
  get openBytes(): number {
    return this.bytes
  }

  /** Whether the queue is full. */
  get isFull(): boolean {
    // A queued call that is cancelled goes to the gate at once, and still counts.
    return this.running.size + this.waiting.size >= 2 * this.most
  }

  /** Whether a call with this id is at the gate or queued. */
  has(id: string): boolean {
    return this.running.has(id) || this.waiting.has(id)
  }

  /**
   * Accepts a call, whose id must be unused. `bytes`: the size of its frame. If a refusal is given, the gate answers
   * with it and records it.
   */
  start(message: ToolCallMessage, bytes: number, refusal?: Refused): void {
    const call = new OpenCall(message, bytes, refusal)
    this.bytes += bytes
    this.sink.called(message)
    if (this.running.size < this.most) this.run(call)
    else {
      this.waiting.set(call.id, call)
      // The gate answers that the call is too late, and records it.
      call.wait(() => this.run(call))
    }
  }

  /** Cancels a call, which is still answered. */
  cancel(id: string): void {
    const waits = this.waiting.get(id)
    const runs = this.running.get(id)
    // A queued call passes through the gate, which answers that it was cancelled and records it.
    if (waits !== undefined) this.run(waits, AbortSignal.abort())
    else if (runs !== undefined) this.cancelRunning(runs)
  }

  /** Ends all calls, because the runner is gone. Running calls are cancelled, and queued calls do not begin. */
  end(): void {
    if (this.isOver) return
    this.isOver = true
    for (const call of this.waiting.values()) call.waitNoMore()
    this.waiting.clear()
    for (const call of this.running.values()) this.cancelRunning(call)
  }

  /** Settles, after `end`, when all running calls are answered. Until then their ids are in use. */
  whenAnswered(): Promise<void> {
    return new Promise((resolve) => {
      if (this.running.size === 0) resolve()
      else this.settled = resolve
    })
  }

  private cancelRunning({ id, hasEnded }: OpenCall): void {
    if (!hasEnded) this.tools.cancel(this.context.session, id)
  }

  /** Forwards events of a call to its runner. Synchronous, so that the answer comes after the call's output. */
  private heard(call: OpenCall, event: ToolEvent): void {
    if (endings.has(event.type)) call.hasEnded = true
    if (this.isOver) return
    const tool_call_id = call.id
    if (event.type === "tool.output_delta") {
      const { stream, text, cut } = event
      this.sink.tell({ op: "tool_output_delta", tool_call_id, stream, text, cut })
    } else if (event.type === "tool.confirmation_requested") {
      const { approvalId: approval_id, why, expiresAt: expires_at } = event
      this.sink.send({ op: "approval_pending", tool_call_id, approval_id, why, expires_at })
      this.sink.asked(event)
    }
  }

  private run(call: OpenCall, signal?: AbortSignal): void {
    const { id, deadline, refusal } = call
    call.waitNoMore()
    this.waiting.delete(id)
    this.running.set(id, call)
    const context = deadline === undefined ? this.context : { ...this.context, deadline }
    void this.tools
      .dispatch(call.toolCall, context, { signal, refusal, onEvent: (event) => this.heard(call, event) })
      .then((execution) => this.answer(call, execution))
  }

  private answer(call: OpenCall, execution: ToolExecution): void {
    this.running.delete(call.id)
    this.bytes -= call.bytes
    if (!this.isOver) this.sink.send(buildToolResponse(execution))
    // Queued calls come before unread calls.
    this.runWaiting()
    this.sink.answered(execution)
    if (this.isOver && this.running.size === 0) this.settled?.()
  }

  private runWaiting(): void {
    for (const call of this.waiting.values()) {
      if (this.running.size >= this.most) return
      this.run(call)
    }
  }
}

const endings: ReadonlySet<ToolEvent["type"]> = new Set(["tool.completed", "tool.failed", "tool.input_invalid"])
