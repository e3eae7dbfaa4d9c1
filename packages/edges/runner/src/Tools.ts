import type { CallOptions } from "./CallOptions.ts"
import type { ChildAgent, ChildAgentOptions } from "./ChildAgent.ts"
import { ChildAgents } from "./ChildAgents.ts"
import { Disconnected } from "./Disconnected.ts"
import { OpenCalls } from "./OpenCalls.ts"
import type { HelloMessage, SkillMessage, SupervisorMessage, ToolDescription } from "./protocol.ts"
import { ShutdownRequested } from "./ShutdownRequested.ts"
import type { SupervisorChannel } from "./SupervisorChannel.ts"
import type { ToolResponse } from "./ToolResponse.ts"

/** A tool, in the form that model providers accept. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** The JSON Schema (2020-12) of the arguments. */
  readonly parameters: Record<string, unknown>
  /** The highest class of effects of a call. */
  readonly sideEffects: ToolDescription["side_effects"]
}

/** A skill that is active for this agent. */
export interface Skill {
  readonly name: string
  readonly version: string
  readonly description: string
  /** Text for the agent's model, for example for its system prompt. */
  readonly instructions: string
}

/** The supervisor's tools for this agent. */
export class Tools implements AsyncDisposable {
  /** The agent's name in policies. */
  readonly agent: string
  readonly session: string
  /** The folder in which calls work. A confined agent may not see it. */
  readonly workspace: string
  /** The active skills. The tools are already limited to theirs. */
  readonly skills: ReadonlyArray<Skill>
  /** The agent's task, as a text for its model. `undefined` if the command line says everything. */
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

  /** The tools that the policy may allow this agent. Replaced by a new list when they change. */
  get list(): ReadonlyArray<Tool> {
    return this.tools
  }

  /**
   * Calls a tool. Rejects with a `ToolCallError` if the call is refused or fails, with `Disconnected` if the channel
   * closes, and with the signal's reason if it is aborted. There is no limit on open calls: calls beyond the
   * supervisor's limit wait.
   */
  call<Result = Record<string, unknown>>(
    tool: string,
    args: object = {},
    options: CallOptions = {}
  ): Promise<ToolResponse<Result>> {
    return this.calls.call(tool, args, options)
  }

  /**
   * Starts another program, confined at least as strictly as this one. Rejects with `AgentNotStarted`. This program
   * stays alive until the child has ended.
   */
  startAgent(options: ChildAgentOptions): Promise<ChildAgent> {
    return this.children.start(options)
  }

  /**
   * Reports the result of this agent's task. The parent receives it after this program exits with status 0. A later
   * result replaces an earlier one.
   */
  report(result: string): void {
    if (typeof result !== "string") throw new TypeError("A result must be a string.")
    if (result.length > resultCharacters)
      throw new RangeError(
        `A result has at most ${resultCharacters} characters. Write the rest to a file, and report its name.`
      )
    if (this.version < 6) throw new Error("This supervisor does not support results: its protocol version is too old.")
    if (this.channel.disconnected !== undefined) throw this.channel.disconnected
    this.channel.send({ op: "agent_result", text: result })
  }

  /** Aborted when this agent should end: with `ShutdownRequested`, or with `Disconnected` if the supervisor is gone. */
  get shutdown(): AbortSignal {
    return this.ending.signal
  }

  /** Closes the channel. Open calls are cancelled, and reject with `Disconnected`. */
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

/** The longest result that a supervisor accepts, in characters. */
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
