import type { CallOptions } from "./CallOptions.ts"
import type { ChildAgent, ChildAgentOptions } from "./ChildAgent.ts"
import { ChildAgents } from "./ChildAgents.ts"
import { Disconnected } from "./Disconnected.ts"
import { OpenCalls } from "./OpenCalls.ts"
import type { HelloMessage, SkillMessage, SupervisorMessage, ToolDescription } from "./protocol.ts"
import { ShutdownRequested } from "./ShutdownRequested.ts"
import type { SupervisorChannel } from "./SupervisorChannel.ts"
import type { ToolResponse } from "./ToolResponse.ts"

/** A tool, in the form in which a model's provider takes it. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** The JSON Schema (2020-12) of the arguments. */
  readonly parameters: Record<string, unknown>
  /** The class of what a call is able to do at most. */
  readonly sideEffects: ToolDescription["side_effects"]
}

/** A skill that is active for this agent. */
export interface Skill {
  readonly name: string
  readonly version: string
  readonly description: string
  /** The text for the agent's model, such as a part of its system prompt. */
  readonly instructions: string
}

/** The tools of the supervisor, as this agent may call them. */
export class Tools implements AsyncDisposable {
  /** The name by which policies know this agent. */
  readonly agent: string
  readonly session: string
  /** The folder in which calls work. A confined agent may not be able to see it. */
  readonly workspace: string
  /** The skills that are active. The tools are already restricted to theirs. */
  readonly skills: ReadonlyArray<Skill>
  /** The work that this agent was started for, as a text for its model. `undefined` if its command says everything. */
  readonly assignment: string | undefined
  private tools: ReadonlyArray<Tool>
  private readonly version: number
  private readonly channel: SupervisorChannel
  private readonly calls: OpenCalls
  private readonly children: ChildAgents
  private readonly ending = new AbortController()

  constructor(channel: SupervisorChannel, hello: HelloMessage) {
    this.agent = hello.agent
    this.session = hello.session
    this.workspace = hello.workspace
    this.skills = (hello.skills ?? []).map(skillOf)
    this.assignment = hello.assignment
    this.version = hello.version
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
   * The tools that this agent may ever be allowed to call. When the supervisor reports a change, this becomes a new
   * list.
   */
  get list(): ReadonlyArray<Tool> {
    return this.tools
  }

  /**
   * Calls a tool. Rejects with a `ToolCallError` if the call is refused or fails, with `Disconnected` if the call will
   * not be answered, and with the reason of its signal. Any number of calls may be in flight: calls that the supervisor
   * does not take yet wait.
   */
  call<Result = Record<string, unknown>>(
    tool: string,
    args: object = {},
    options: CallOptions = {}
  ): Promise<ToolResponse<Result>> {
    return this.calls.call(tool, args, options)
  }

  /**
   * Starts another program, confined at least as this program. Rejects with `AgentNotStarted`. This program does not
   * end by itself until the child has ended.
   */
  startAgent(options: ChildAgentOptions): Promise<ChildAgent> {
    return this.children.start(options)
  }

  /**
   * Reports the result of this agent's work to whoever started it, who reads it once this program has ended with status 0. A later
   * result replaces the one before.
   */
  report(result: string): void {
    if (typeof result !== "string") throw new TypeError("A result must be a text.")
    if (result.length > resultCharacters)
      throw new RangeError(
        `A result has at most ${resultCharacters} characters. Write the rest to a file, and name it.`
      )
    if (this.version < 6)
      throw new Error("This supervisor takes no results: it speaks an older version of the protocol.")
    if (this.channel.disconnected !== undefined) throw this.channel.disconnected
    this.channel.send({ op: "agent_result", text: result })
  }

  /**
   * A signal that is aborted when this agent has to end: with `ShutdownRequested`, or with `Disconnected` if the
   * supervisor is gone.
   */
  get shutdown(): AbortSignal {
    return this.ending.signal
  }

  /** Closes the channel. Calls in flight are ended, and reject with `Disconnected`. */
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

/** The most characters of a result that a supervisor takes. */
const resultCharacters = 1024 * 1024

const toolOf = ({ name, description, parameters, side_effects }: ToolDescription): Tool => ({
  name,
  description,
  parameters: parameters as Record<string, unknown>,
  sideEffects: side_effects
})

const skillOf = ({ name, version, description, instructions }: SkillMessage): Skill => ({
  name,
  version,
  description,
  instructions
})
