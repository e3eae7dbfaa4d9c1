import type { DispatchContext, ToolCall, ToolEvent, ToolExecution } from "@toolgate/core"
import type { SupervisorMessage, ToolCallMessage } from "@toolgate/runner-protocol"
import type { Follower } from "./EventRoutes.ts"
import type { RunnerTools } from "./RunnerTools.ts"
import { toolResponse } from "./toolResponse.ts"

/** What the calls of a runner need of whoever holds its channel. */
export interface CallSink {
  send(message: SupervisorMessage): void
  /** The same, for what may be left out where the runner is behind in reading. */
  tell(message: SupervisorMessage): void
  called(message: ToolCallMessage): void
  answered(execution: ToolExecution): void
}

interface OpenCall {
  readonly message: ToolCallMessage
  readonly bytes: number
  readonly deadline: number | undefined
}

/** The calls of one process of a runner: those at the gate, and those that wait to go there because there are enough. */
export class RunnerCalls implements Follower {
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
    tools.routes?.follow(context.session, this)
  }

  /** How much the open calls are, in bytes of their frames. */
  get openBytes(): number {
    return this.bytes
  }

  /** Whether as many wait as may. */
  get isFull(): boolean {
    return this.waiting.size >= this.most
  }

  get openCount(): number {
    return this.running.size + this.waiting.size
  }

  has(id: string): boolean {
    return this.running.has(id) || this.waiting.has(id)
  }

  /** Takes a call in, whose id no open one has. `bytes`: of its frame. */
  start(message: ToolCallMessage, bytes: number): void {
    const deadline = message.timeout_ms === undefined ? undefined : Date.now() + message.timeout_ms
    const call = { message, bytes, deadline }
    this.bytes += bytes
    this.sink.called(message)
    if (this.running.size < this.most) this.run(call)
    else this.waiting.set(message.tool_call_id, call)
  }

  /** Ends a call early, which is answered all the same. */
  cancel(id: string): void {
    const waits = this.waiting.get(id)
    if (waits === undefined) {
      if (this.running.has(id)) this.tools.cancel(this.context.session, id)
    } else {
      this.waiting.delete(id)
      // It goes through the gate, which says so and records it.
      this.run(waits, AbortSignal.abort())
    }
  }

  /** Nobody is left to be answered: what runs is cancelled, and what waits does not begin. */
  end(): void {
    if (this.isOver) return
    this.isOver = true
    this.waiting.clear()
    this.tools.routes?.unfollow(this.context.session, this)
    for (const id of this.running.keys()) this.tools.cancel(this.context.session, id)
  }

  /** Settles, after `end`, when what ran has been answered: until then its ids are taken. */
  whenAnswered(): Promise<void> {
    return new Promise((resolve) => {
      if (this.running.size === 0) resolve()
      else this.settled = resolve
    })
  }

  told(event: ToolEvent): void {
    // Most events are neither.
    if (event.type !== "tool.output_delta" && event.type !== "tool.confirmation_requested") return
    const { callId: tool_call_id } = event
    if (!this.running.has(tool_call_id)) return
    if (event.type === "tool.output_delta") {
      const { stream, text, cut } = event
      this.sink.tell({ op: "tool_output_delta", tool_call_id, stream, text, cut })
    } else {
      const { approvalId: approval_id, why, expiresAt: expires_at } = event
      this.sink.send({ op: "approval_pending", tool_call_id, approval_id, why, expires_at })
    }
  }

  private run(call: OpenCall, signal?: AbortSignal): void {
    const { message, deadline } = call
    this.running.set(message.tool_call_id, call)
    const context = deadline === undefined ? this.context : { ...this.context, deadline }
    void this.tools.dispatch(toolCallOf(message), context, signal).then((execution) => this.answer(call, execution))
  }

  private answer({ message, bytes }: OpenCall, execution: ToolExecution): void {
    this.tools.routes?.drain()
    this.running.delete(message.tool_call_id)
    this.bytes -= bytes
    if (!this.isOver) this.sink.send(toolResponse(execution))
    this.sink.answered(execution)
    if (this.isOver) {
      if (this.running.size === 0) this.settled?.()
      return
    }
    const [next] = this.waiting
    if (next === undefined) return
    this.waiting.delete(next[0])
    this.run(next[1])
  }
}

const toolCallOf = ({ tool_call_id: id, tool, args, idempotency_key: key }: ToolCallMessage): ToolCall =>
  key === undefined ? { id, tool, args: { value: args } } : { id, tool, args: { value: args }, idempotencyKey: key }
