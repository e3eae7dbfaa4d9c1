import { type DispatchContext, getQueueShare, refused, type ToolExecution } from "@toolgate/core"
import type { ProcessEnding, RunningProcess } from "@toolgate/processes"
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
import type { DelegatedAgents } from "./DelegatedAgents.ts"
import type { ReadingQueue } from "./ReadingQueue.ts"
import { type CallSink, type QuestionEvent, RunnerCalls } from "./RunnerCalls.ts"
import { type ChannelEvents, RunnerChannel } from "./RunnerChannel.ts"
import { describeEnding, type RunnerEnding, type Stopped } from "./RunnerEnding.ts"
import type { RunnerEventSender } from "./RunnerEventSender.ts"
import type { RunnerBounds } from "./RunnerSpec.ts"
import type { RunnerTools } from "./RunnerTools.ts"
import { listVisibleTools, ToolListUpdates } from "./ToolListUpdates.ts"

interface RunParts {
  readonly bounds: RunnerBounds
  readonly tools: RunnerTools
  readonly context: DispatchContext
  readonly skills: ReadonlyArray<SkillMessage>
  readonly assignment: string | undefined
  readonly process: RunningProcess
  readonly children: DelegatedAgents
  readonly teller: RunnerEventSender
  readonly turns: ReadingQueue
  /** Called with errors of the app's functions. */
  readonly broke: (cause: unknown) => void
}

/** A process of a runner, from its start until all its processes are gone. */
export class RunnerRun implements ChannelEvents, CallSink {
  /** Never rejects. */
  readonly ended: Promise<RunnerEnding>
  private readonly parts: RunParts
  private readonly channel: RunnerChannel
  private readonly calls: RunnerCalls
  private readonly told: ToolListUpdates
  private stopped: Stopped | undefined = undefined
  private result: string | undefined = undefined
  private unfinished: number | undefined = undefined
  /** Whether the process is gone. Its last messages are still read, but its requests are ignored. */
  private isGone = false
  private patience: ReturnType<typeof setTimeout> | undefined = undefined

  constructor(parts: RunParts) {
    const { bounds, tools, context, skills, assignment, process, turns, broke } = parts
    this.parts = parts
    this.channel = new RunnerChannel(process.channel, bounds.unreadBytes, turns, getQueueShare(context), this)
    this.calls = new RunnerCalls(tools, context, bounds.callsInFlight, this)
    const visible = listVisibleTools(tools, context)
    this.send(buildHelloMessage(context, bounds, visible, skills, assignment))
    this.told = new ToolListUpdates(tools, context, visible, {
      send: (message) => this.send(message),
      isBehind: () => this.channel.isBehind,
      broke
    })
    parts.teller.caughtUp = () => this.channel.resume()
    this.ended = process.ended.then((ending) => this.end(ending))
  }

  /** Asks the runner to end with a `shutdown` message, then with SIGTERM, and finally kills it. */
  stop(reason: string): void {
    if (this.isGone || this.stopped !== undefined) return
    const { shutdownMs } = this.parts.bounds
    this.stopped = { kind: "stopped", reason }
    this.send({ op: "shutdown", reason, grace_ms: shutdownMs })
    this.terminateIn(shutdownMs)
  }

  /** Kills the runner and its children. */
  kill(reason: string): void {
    this.parts.children.kill()
    if (this.isGone) return
    this.stopped ??= { kind: "stopped", reason }
    clearTimeout(this.patience)
    this.parts.process.stop(0)
  }

  // Called by the channel.

  received(message: RunnerMessage | RefusedRequest, bytes: number, frame: number): void {
    if (message.op === "agent_result") this.result = message.text
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
    this.stopped ??= { kind: "broke_protocol", problem: problem.message }
    this.calls.end()
    this.told.end()
    this.channel.end()
    // The runner can still read the error, and do nothing else.
    this.terminateIn(this.parts.bounds.shutdownMs)
  }

  closed(within: number | undefined): void {
    if (within === undefined) return
    // The runner may have crashed during the write, which will be known in a moment.
    this.unfinished = within
    this.terminateIn(this.parts.bounds.shutdownMs)
  }

  gone(): void {
    this.calls.end()
    this.told.end()
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

  private terminateIn(ms: number): void {
    const { process, bounds } = this.parts
    clearTimeout(this.patience)
    if (this.isGone) return
    if (ms === 0) process.stop(bounds.terminateMs)
    else this.patience = setTimeout(() => process.stop(bounds.terminateMs), ms)
  }

  private async end(ending: ProcessEnding): Promise<RunnerEnding> {
    this.isGone = true
    clearTimeout(this.patience)
    this.calls.end()
    this.told.end()
    await this.channel.over()
    this.channel.close()
    await Promise.all([this.parts.children.end(), this.calls.whenAnswered()])
    return describeEnding(this.parts.context.principal.agent, ending, this.stopped, this.unfinished, this.result)
  }
}
