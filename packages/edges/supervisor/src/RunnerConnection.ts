import { type DispatchContext, getQueueShare, refused, type ToolExecution } from "@toolgate/core"
import {
  type AgentStartMessage,
  BadFrame,
  type RefusedRequest,
  type RunnerMessage,
  type SkillMessage,
  type SupervisorMessage,
  type ToolCallMessage
} from "@toolgate/runner/protocol"
import { buildHelloMessage } from "./buildHelloMessage.ts"
import type { ReadingQueue } from "./ReadingQueue.ts"
import { type CallSink, type QuestionEvent, RunnerCalls } from "./RunnerCalls.ts"
import { type ChannelEvents, RunnerChannel } from "./RunnerChannel.ts"
import type { RunnerChildren } from "./RunnerChildren.ts"
import type { RunnerEventSender } from "./RunnerEventSender.ts"
import type { RunnerBounds } from "./RunnerSpec.ts"
import type { RunnerTools } from "./RunnerTools.ts"
import { closeCodes, type OpenTransport } from "./RunnerTransport.ts"
import { listVisibleTools, ToolListUpdates } from "./ToolListUpdates.ts"

/** The parts of a connection. */
export interface ConnectionParts {
  readonly open: OpenTransport
  readonly bounds: Pick<RunnerBounds, "callsInFlight" | "callBytes" | "unreadBytes">
  readonly tools: RunnerTools
  readonly context: DispatchContext
  readonly skills: ReadonlyArray<SkillMessage>
  readonly assignment?: string | undefined
  readonly children: RunnerChildren
  readonly teller: RunnerEventSender
  readonly turns: ReadingQueue
  /** Called with errors of the app's functions. */
  readonly broke: (cause: unknown) => void
}

/** Receives how a connection ends. */
export interface ConnectionEvents {
  /** Called for an invalid frame. The runner was told, its calls are cancelled, and nothing more is read. */
  broke(problem: BadFrame): void
  /** Called when the runner has closed its side. `within`: the number of an unfinished frame, starting at 1. */
  closed(within: number | undefined): void
  /** Called when both sides are closed. The calls are cancelled. */
  gone(): void
}

/** The protocol between a supervisor and one runner, over any transport, whoever started the runner. */
export class RunnerConnection implements ChannelEvents, CallSink {
  private readonly parts: ConnectionParts
  private readonly events: ConnectionEvents
  private readonly channel: RunnerChannel
  private readonly calls: RunnerCalls
  private readonly told: ToolListUpdates
  private reported: string | undefined = undefined
  /** Whether the runner is gone. Its last messages are still read, but its requests are ignored. */
  private isGone = false

  constructor(parts: ConnectionParts, events: ConnectionEvents) {
    const { open, bounds, tools, context, skills, assignment, turns, broke } = parts
    this.parts = parts
    this.events = events
    this.channel = new RunnerChannel(open, bounds.unreadBytes, turns, getQueueShare(context), this)
    this.calls = new RunnerCalls(tools, context, bounds.callsInFlight, this)
    const visible = listVisibleTools(tools, context)
    this.send(buildHelloMessage(context, bounds, visible, skills, assignment))
    this.told = new ToolListUpdates(tools, context, visible, {
      send: (message) => this.send(message),
      isBehind: () => this.channel.isBehind,
      broke
    })
    parts.teller.caughtUp = () => this.channel.resume()
  }

  /** The last result that the runner reported. */
  get result(): string | undefined {
    return this.reported
  }

  /** Asks the runner to end within a time. */
  shutDown(reason: string, graceMs: number): void {
    this.send({ op: "shutdown", reason, grace_ms: graceMs })
  }

  /** Cancels the runner's calls, reads no further, and closes the sending side. `code`: one of `closeCodes`. */
  leave(code: number): void {
    this.calls.end()
    this.told.end()
    this.channel.stopReading()
    this.channel.end(code)
  }

  /** Ends everything that the runner asked for. Settles when its calls are answered and its children have ended. */
  async end(): Promise<void> {
    this.isGone = true
    this.calls.end()
    this.told.end()
    await this.channel.over()
    this.channel.close()
    await Promise.all([this.parts.children.end(), this.calls.whenAnswered()])
  }

  // Called by the channel.

  received(message: RunnerMessage | RefusedRequest, bytes: number, frame: number): void {
    if (message.op === "agent_result") this.reported = message.text
    if (this.isGone) return
    const { calls } = this
    const { children } = this.parts
    switch (message.op) {
      case "tool_call":
        this.checkId(message, frame)
        calls.start(message, bytes)
        break
      case "tool_cancel":
        calls.cancel(message.tool_call_id)
        break
      case "agent_start":
        this.checkId(message, frame)
        children.start(message, (answer) => this.send(answer))
        break
      case "agent_stop":
        children.stop(message.agent_id)
        break
      case "refused": {
        const { request, why } = message
        this.checkId(request, frame)
        if (request.op === "tool_call") calls.start(request, bytes, refused("InvalidArgs", why))
        else this.send(children.refuse(request, "invalid_args", why))
      }
    }
  }

  /** Refuses an id that is in use, because the two answers would be indistinguishable. */
  private checkId(message: ToolCallMessage | AgentStartMessage, frame: number): void {
    if (message.op === "tool_call") {
      if (this.calls.has(message.tool_call_id)) throw new BadFrame(frame, "has the tool_call_id of an open call")
    } else if (this.parts.children.has(message.agent_id))
      throw new BadFrame(frame, "has the agent_id of a running child")
  }

  hasRoom(): boolean {
    const { calls } = this
    const { bounds, teller } = this.parts
    return this.isGone || (!calls.isFull && calls.openBytes <= bounds.callBytes && !teller.isBehind)
  }

  broke(problem: BadFrame): void {
    this.send({ op: "protocol_error", frame: problem.frame, message: problem.message })
    this.leave(closeCodes.protocolError)
    this.events.broke(problem)
  }

  closed(within: number | undefined): void {
    this.events.closed(within)
  }

  gone(): void {
    this.calls.end()
    this.told.end()
    this.events.gone()
  }

  // Called by `RunnerCalls`.

  send(message: SupervisorMessage): void {
    this.channel.send(message)
  }

  tell(message: SupervisorMessage): void {
    if (!this.channel.isBehind) this.channel.send(message)
  }

  called({ tool_call_id: callId, tool: toolName }: ToolCallMessage): void {
    this.parts.teller.tell({ type: "runner.called", callId, toolName })
  }

  asked({ callId, toolName, approvalId, kind, why, expiresAt }: QuestionEvent): void {
    const shown = kind === undefined ? {} : { kind }
    this.parts.teller.tell({ type: "runner.asked", callId, toolName, approvalId, ...shown, why, expiresAt })
  }

  answered(execution: ToolExecution): void {
    this.parts.teller.tell({ type: "runner.answered", execution })
    this.channel.resume()
  }
}
