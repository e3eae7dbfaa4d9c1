import { StringDecoder } from "node:string_decoder"
import {
  defineTool,
  type Tool,
  type ToolContext,
  ToolExecutionError,
  ToolPermissionDenied,
  ToolValidationError
} from "@toolgate/core"
import { DelegationRefused } from "@toolgate/core/access"
import { Type } from "typebox"
import type { RoutingSettings } from "../routingSettings.ts"
import { getResult } from "./getResult.ts"
import type { AgentStart, StartAgent, StartedAgent } from "./StartAgent.ts"

/** Creates the tool that delegates a task to one of the operator's agents, and returns the agent's report. */
export const createDelegate = ({ agents = {} }: RoutingSettings, start: StartAgent | undefined): Tool => {
  const names = Object.keys(agents)
  return defineTool({
    name: "delegate",
    title: "Delegate a task",
    description: `Starts another agent, gives it a task, and waits for its result. It has at most the permissions of its caller. ${listed(names)}`,
    parameters: Type.Object(
      {
        agent: Type.String({ minLength: 1, maxLength: 128, description: "The name of the agent." }),
        task: Type.String({
          minLength: 1,
          maxLength: 100_000,
          pattern: "\\S",
          description: "The task, with everything that the agent needs to know: it sees nothing of this conversation."
        }),
        tools: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
            maxItems: 1000,
            description:
              "The names of the tools that the agent may use, if not all that are allowed here. An empty list: none."
          })
        ),
        read_only: Type.Optional(Type.Boolean({ description: "Whether the agent may only look, and change nothing." }))
      },
      { additionalProperties: false }
    ),
    output: Type.Object(
      {
        agent_id: Type.String({ description: "The id of the agent, under which its calls are recorded." }),
        result: Type.String({ description: "What the agent reports." }),
        cut: Type.Boolean({ description: "Whether the result is longer." })
      },
      { additionalProperties: false }
    ),
    sideEffects: "EXECUTE",
    effects: ["local_exec"],
    category: "routing",
    risk: "MEDIUM",
    callers: ["direct"],
    timeoutMs: 60 * 60_000,
    execute: async ({ agent, task, tools, read_only: readOnly }, context) => {
      if (!Object.hasOwn(agents, agent)) throw unknown(agent, names)
      if (start === undefined) throw new ToolExecutionError({ message: unwired, executed: "no" })
      const printed = new Printed(context.emit)
      const { principal, session, workspace, traceparent, signal } = context
      const caller = { principal, session, workspace, traceparent }
      const started = await begin(start, { agent, task, tools, readOnly, caller, signal, onOutput: printed.take })
      return getResult({ agent, agent_id: started.session }, await started.ended, printed.bytes)
    },
    examples: [
      {
        description: "Only an agent that the operator has named is started.",
        args: { agent: "nobody", task: "Review the changes of the last hour." },
        expect: { error: "validation_error" }
      }
    ]
  })
}

const begin = async (start: StartAgent, request: AgentStart): Promise<StartedAgent> => {
  try {
    return await start(request)
  } catch (cause) {
    if (cause instanceof DelegationRefused)
      throw new ToolPermissionDenied({ message: cause.message, executed: "no", cause })
    // Loaded with the first failure. The gate has loaded it already.
    const { ProcessNotStarted } = await import("toolgate/effect")
    if (cause instanceof ProcessNotStarted)
      throw new ToolExecutionError({ message: cause.message, executed: "no", cause })
    throw cause
  }
}

/** The output of an agent, streamed and counted. */
class Printed {
  bytes = 0
  private readonly emit: ToolContext["emit"]
  private readonly decoders = { stdout: new StringDecoder(), stderr: new StringDecoder() }

  constructor(emit: ToolContext["emit"]) {
    this.emit = emit
  }

  readonly take: AgentStart["onOutput"] = ({ stream, bytes }) => {
    this.bytes += bytes.length
    const text = this.decoders[stream].write(Buffer.from(bytes))
    if (text !== "") this.emit(stream, text)
  }
}

const unknown = (agent: string, names: ReadonlyArray<string>) =>
  new ToolValidationError({ message: `There is no agent ${JSON.stringify(agent)}. ${listed(names)}`, executed: "no" })

const listed = (names: ReadonlyArray<string>): string => {
  if (names.length === 0)
    return 'No agent is configured: a person names agents under "agents" in the section "routing" of toolbox.yaml.'
  return `The agents are: ${names.map((name) => `"${name}"`).join(", ")}.`
}

const unwired =
  "No agent can be started here: this program gives its routing tools no function that starts one, such as startAgent of its gate."
