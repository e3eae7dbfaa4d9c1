import type { Progress, RequestOptions } from "@modelcontextprotocol/client"
import { quoted, type ToolContext, ToolError, ToolExecutionError, ToolOutcomeUnknown } from "@toolgate/core"
import type { Redaction } from "@toolgate/local-secrets/references"
import { NotAuthorized, ScopesNeeded, SignInNeeded } from "../authorization/NotAuthorized.ts"
import type { McpServerEntry } from "../config/McpConfig.ts"
import { answerQuestions } from "./answerInput.ts"
import type { Connection } from "./Connection.ts"
import { findNetworkCode, toServerFault } from "./toServerFault.ts"
import { unreadableAnswer } from "./unreadableAnswer.ts"

export interface ServedCall {
  readonly server: string
  readonly context: ToolContext
  /** The kinds of questions that the server may ask the caller. */
  readonly allow: McpServerEntry["allow"]
}

/**
 * Sends a request and returns the server's answer. Questions of the server go to the caller of the call. An error
 * answer of the server is thrown unchanged. If the connection ends first, the outcome is unknown. `what` names the
 * request in errors.
 */
export const sendRequest = async <A>(
  connection: Connection,
  { server, context, allow }: ServedCall,
  what: string,
  send: (more: object, options: RequestOptions & { readonly allowInputRequired: true }) => Promise<A>
): Promise<A> => {
  const { sdk, redaction } = connection
  const options = {
    allowInputRequired: true,
    signal: context.signal,
    // The gate has a timeout for the call already.
    timeout: longestTimer,
    onprogress: progressTeller(context, redaction)
  } as const
  let result: A | undefined
  try {
    result = await send({}, options)
    for (let rounds = 0; sdk.isInputRequiredResult(result); rounds++) {
      const { inputRequests = {}, requestState } = result
      if (rounds === mostRounds) throw new ToolExecutionError({ message: "The server asked for input too often." })
      const inputResponses = await answerQuestions(inputRequests, { allow, caller: context, redaction })
      result = await send({ inputResponses, ...(requestState === undefined ? {} : { requestState }) }, options)
    }
    return result
  } catch (cause) {
    if (context.signal.aborted || cause instanceof ToolError) throw cause
    const called = `The call of ${quoted(what)} at the MCP server "${server}"`
    if (!(cause instanceof sdk.ProtocolError)) throw failureOf(connection, called, cause, result !== undefined)
    if (cause.code !== unreadableAnswer) throw cause
    const message = `${called} was made, but its answer is invalid. Check whether it took effect before you repeat it.`
    throw new ToolOutcomeUnknown({ message, cause })
  }
}

/** Returns the text of an error that a server answered, redacted and truncated. */
export const getErrorText = ({ redaction }: Connection, { message }: { readonly message: string }): string =>
  redaction.text(message).slice(0, longestError)

/** Turns the failure of a request into the failure of its call. `isBegun`: the server has already asked for input. */
const failureOf = ({ sdk, end }: Connection, called: string, cause: unknown, isBegun: boolean) => {
  const fault = toServerFault(sdk, cause).message
  // The server refused the request, or the gate did not send it.
  if (cause instanceof NotAuthorized) {
    if (cause instanceof SignInNeeded && !(cause instanceof ScopesNeeded)) end(fault)
    const message = `${called} was not ${isBegun ? "finished" : "made"}. ${fault}`
    return new ToolExecutionError({ message, cause, ...(isBegun ? {} : { executed: "no" }) })
  }
  const code = cause instanceof sdk.SdkError ? cause.code : undefined
  if (code !== undefined && answered.has(code))
    return new ToolExecutionError({ message: `${called} failed. ${fault}`, cause })
  if (!isBegun && (code === "NOT_CONNECTED" || neverSent.has(findNetworkCode(cause) ?? ""))) {
    const message = `${called} was not made. The server is not connected.`
    return new ToolExecutionError({ message, executed: "no", cause })
  }
  end(fault)
  const message = `${called} was made, but the connection ended before an answer. Check whether it took effect before you repeat it.`
  return new ToolOutcomeUnknown({ message, cause })
}

/** The SDK's codes for an answer that arrived but is invalid. */
const answered: ReadonlySet<string> = new Set([
  "INVALID_RESULT",
  "UNSUPPORTED_RESULT_TYPE",
  "INPUT_REQUIRED_ROUNDS_EXCEEDED",
  "CAPABILITY_NOT_SUPPORTED"
])

const neverSent: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])

/** The number of times that a server may ask during one call. */
const mostRounds = 10

const longestError = 4_000

// A longer timer fires at once.
const longestTimer = 2 ** 31 - 1

/** Returns a function that shows a call's progress, up to a limit. */
const progressTeller = ({ emit }: ToolContext, redaction: Redaction) => {
  let room = mostProgress
  return ({ progress, total, message }: Progress): void => {
    const count = total === undefined ? undefined : `${progress} of ${total}`
    const said = message ? redaction.text(message) : undefined
    const line = [count, said].filter((part) => part !== undefined).join(": ") || `${progress}`
    const shown = `${line.slice(0, longestProgress)}
`
    room -= shown.length
    if (room > 0) emit("stderr", shown)
  }
}

/** The characters of all progress of a call, and of one message. */
const mostProgress = 64 * 1024
const longestProgress = 1_000
