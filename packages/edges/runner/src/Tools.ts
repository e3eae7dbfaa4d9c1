import type { HelloMessage, SupervisorMessage, ToolDescription } from "@toolgate/runner-protocol"
import type { CallOptions } from "./CallOptions.ts"
import type { ChildAgent, ChildAgentOptions } from "./ChildAgent.ts"
import { ChildAgents } from "./ChildAgents.ts"
import { Disconnected } from "./Disconnected.ts"
import { OpenCalls } from "./OpenCalls.ts"
import { ShutdownRequested } from "./ShutdownRequested.ts"
import type { SupervisorChannel } from "./SupervisorChannel.ts"
import type { ToolResponse } from "./ToolResponse.ts"

/** A tool, as a model's provider wants to be told of it. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments, 2020-12. */
  readonly parameters: Record<string, unknown>
  /** What a call is able to do, at the most. */
  readonly sideEffects: ToolDescription["side_effects"]
}

/** The tools that the supervisor holds for this agent. */
export class Tools implements AsyncDisposable {
  /** The name that policies know this agent by. */
  readonly agent: string
  readonly session: string
  /** The folder that calls work in. A confined agent need not be able to see it. */
  readonly workspace: string
  private tools: ReadonlyArray<Tool>
  private readonly channel: SupervisorChannel
  private readonly calls: OpenCalls
  private readonly children: ChildAgents
  private readonly ending = new AbortController()

  constructor(channel: SupervisorChannel, hello: HelloMessage) {
    this.agent = hello.agent
    this.session = hello.session
    this.workspace = hello.workspace
    this.tools = hello.tools.map(toolOf)
    this.channel = channel
    this.calls = new OpenCalls(channel, { frameBytes: hello.max_frame_bytes, inFlight: hello.max_calls_in_flight })
    this.children = new ChildAgents(channel)
    channel.listen({
      message: (message) => this.receive(message),
      drained: () => this.calls.sendWaiting(),
      ended: (why) => this.end(why)
    })
  }

  /**
   * Those that this agent may ever be allowed to call, as they are now: another list once the supervisor has said that they changed.
   */
  get list(): ReadonlyArray<Tool> {
    return this.tools
  }

  /**
   * Calls a tool. Rejects with `ToolCallError` if the call is refused or fails, with `Disconnected` if it is not going to be answered,
   * and with the reason of its signal. Any number may be in flight: those that the supervisor does not take yet wait.
   */
  call<Result = Record<string, unknown>>(
    tool: string,
    args: object = {},
    options: CallOptions = {}
  ): Promise<ToolResponse<Result>> {
    return this.calls.call(tool, args, options)
  }

  /** Starts another program, confined at least as this one. Rejects with `AgentNotStarted`. The program is held until the child has ended. */
  startAgent(options: ChildAgentOptions): Promise<ChildAgent> {
    return this.children.start(options)
  }

  /** Aborted when this agent is to end: with `ShutdownRequested`, or with `Disconnected` if the supervisor is gone. */
  get shutdown(): AbortSignal {
    return this.ending.signal
  }

  /** Closes the channel. What is in flight is ended, and rejects with `Disconnected`. */
  async close(): Promise<void> {
    this.channel.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  private receive(message: SupervisorMessage) {
    switch (message.op) {
      case "tools_changed":
        this.tools = message.tools.map(toolOf)
        return
      case "tool_response":
        return this.calls.answered(message)
      case "tool_output_delta":
        return this.calls.printed(message)
      case "approval_pending":
        return this.calls.asked(message)
      case "agent_started":
        return this.children.started(message)
      case "agent_ended":
        return this.children.ended(message)
      case "shutdown":
        return this.ending.abort(new ShutdownRequested(message.reason, message.grace_ms))
      case "protocol_error":
        return this.channel.close(new Disconnected(`the supervisor refused what this program sent: ${message.message}`))
    }
  }

  private end(why: Disconnected) {
    this.calls.rejectAll(why)
    this.children.rejectAll(why)
    this.ending.abort(why)
  }
}

const toolOf = ({ name, description, parameters, side_effects }: ToolDescription): Tool => ({
  name,
  description,
  parameters: parameters as Record<string, unknown>,
  sideEffects: side_effects
})
