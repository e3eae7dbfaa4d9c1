import type { CallToolResult, Progress } from "@modelcontextprotocol/client"
import {
  type Args,
  quoted,
  type ResourceDeclaration,
  type ToolContext,
  ToolError,
  ToolExecutionError,
  ToolOutcomeUnknown,
  type ToolOutput,
  toolOutput
} from "@toolgate/core"
import { answersTo } from "./answerInput.ts"
import type { Connection } from "./Connection.ts"
import { faultOf, networkCode } from "./faultOf.ts"
import { handedArguments } from "./handedArguments.ts"
import type { ListedTool } from "./listedTool.ts"
import type { Redaction } from "./redactedBy.ts"
import { resultOutput } from "./resultOutput.ts"

/** A call of a server's tool. */
export interface ServerCall {
  readonly server: string
  readonly listed: ListedTool
  readonly resources: ReadonlyArray<ResourceDeclaration>
  readonly args: Args
  readonly context: ToolContext
  /** Whether the server may ask the caller of the call for input. */
  readonly mayAsk: boolean
}

/**
 * Makes a call. What the server answers is the tool's, a failure included. If the connection ends before an answer, nobody knows
 * whether the call took effect.
 */
export const callServer = async (connection: Connection, call: ServerCall): Promise<ToolOutput> => {
  const { server, listed, context } = call
  const handed = await handedArguments(call.args, call.resources, context)
  const { sdk, client, redaction } = connection
  const send = (more: object) =>
    client.callTool(
      {
        name: listed.name,
        arguments: handed,
        _meta: { "toolgate/idempotencyKey": context.idempotencyKey },
        ...more
      },
      {
        allowInputRequired: true,
        signal: context.signal,
        // The gate's own clock is the one that counts.
        timeout: longestTimer,
        onprogress: progressTeller(context, redaction),
        // Without the schema of results, which the gate checks itself: a server's patterns may take for ever elsewhere.
        toolDefinition: { name: listed.name, inputSchema: listed.inputSchema as { type: "object" } }
      }
    )
  let result: CallToolResult
  try {
    result = await send({})
    for (let rounds = 0; sdk.isInputRequiredResult(result); rounds++) {
      const { inputRequests = {}, requestState } = result
      if (rounds === mostRounds) throw new ToolExecutionError({ message: "The server does not stop asking for input." })
      const inputResponses = await answersTo(inputRequests, call.mayAsk, context)
      result = await send({ inputResponses, ...(requestState === undefined ? {} : { requestState }) })
    }
  } catch (cause) {
    if (context.signal.aborted || cause instanceof ToolError) throw cause
    if (cause instanceof sdk.ProtocolError)
      return toolOutput({ text: redaction.text(cause.message).slice(0, longestError), success: false })
    throw failureOf(connection, server, listed.name, cause)
  }
  return resultOutput(result, listed.outputSchema !== undefined, redaction)
}

const failureOf = ({ sdk, end }: Connection, server: string, tool: string, cause: unknown) => {
  const called = `The call of ${quoted(tool)} at the MCP server "${server}"`
  const fault = faultOf(sdk, cause).message
  const code = cause instanceof sdk.SdkError ? cause.code : undefined
  if (code !== undefined && answered.has(code))
    return new ToolExecutionError({ message: `${called} failed. ${fault}`, cause })
  if (code === "NOT_CONNECTED" || neverSent.has(networkCode(cause) ?? ""))
    return new ToolExecutionError({ message: `${called} was not made. The server is not connected.`, cause })
  end(fault)
  const message = `${called} was made, and the connection ended before an answer. Look whether it took effect before you repeat it.`
  return new ToolOutcomeUnknown({ message, cause })
}

/** The SDK's codes for an answer that came and cannot be used. */
const answered: ReadonlySet<string> = new Set([
  "INVALID_RESULT",
  "UNSUPPORTED_RESULT_TYPE",
  "INPUT_REQUIRED_ROUNDS_EXCEEDED",
  "CAPABILITY_NOT_SUPPORTED"
])

const neverSent: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])

/** Shows the progress of a call to whoever watches it, as far as there is room. */
const progressTeller = ({ emit }: ToolContext, redaction: Redaction) => {
  let room = mostProgress
  return ({ progress, total, message }: Progress) => {
    const line = (message && redaction.text(message)) ?? `${progress}${total === undefined ? "" : ` of ${total}`}`
    room -= line.length
    if (room > 0) emit("stderr", `${line.slice(0, longestProgress)}\n`)
  }
}

/** The characters of all progress of a call, and of one piece of it. */
const mostProgress = 64 * 1024
const longestProgress = 1_000

/** The number of times that a server may ask within one call. */
const mostRounds = 10

const longestError = 4_000

// A timer that is longer than this fires at once.
const longestTimer = 2 ** 31 - 1
