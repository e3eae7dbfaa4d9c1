import { createHash, randomUUID } from "node:crypto"
import { type InputRequiredResult, inputRequired, type ServerContext } from "@modelcontextprotocol/server"
import {
  type AskForm,
  type DispatchContext,
  type Json,
  type Refused,
  refused,
  type ToolCall,
  type ToolExecution
} from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import { DispatchLimits, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import { ClientApprovals } from "./ClientApprovals.ts"
import { askDuringRequest, canAnswer, sendDuringRequest, toClientQuestion } from "./clientQuestions.ts"
import { approvalName } from "./createApprovalForm.ts"
import type { ClientFacts } from "./describeClient.ts"
import { HeldCalls } from "./HeldCalls.ts"
import type { McpCaller } from "./McpCaller.ts"
import { type LostState, type RoundState, RoundStates } from "./RoundStates.ts"
import { RunningCall } from "./RunningCall.ts"
import type { ServeOptions } from "./ServeOptions.ts"

/** A client's request that becomes a call of the gate. */
export interface CallRequest {
  readonly caller: McpCaller
  readonly client: ClientFacts
  readonly context: DispatchContext
  readonly ctx: ServerContext
}

/** The tool and arguments of a request. */
export interface CalledTool {
  readonly name: string
  readonly args: object
}

/**
 * Builds the answer from the outcome of a call. `howToDecide` explains how a person decides the call if it waits for
 * approval.
 */
export type CallAnswer<A> = (execution: ToolExecution, howToDecide: (approvalId: string) => string) => A

/**
 * The calls of clients. A call usually ends with its request; a call that asks its client a question continues with the
 * client's next request. A capable client is asked to approve calls.
 */
export class ClientCalls {
  readonly states = new RoundStates()
  private readonly held: HeldCalls
  private readonly engine: ToolDispatchEngine["Service"]
  private readonly approvals: ClientApprovals

  constructor(options: ServeOptions) {
    this.engine = Context.get(options.gate, ToolDispatchEngine)
    this.approvals = new ClientApprovals(options)
    this.held = new HeldCalls(Context.get(options.gate, DispatchLimits))
  }

  /**
   * Starts a call, or continues the call whose question the request answers. Returns its answer, or the next question.
   */
  async call<A>(request: CallRequest, tool: CalledTool, answer: CallAnswer<A>): Promise<A | InputRequiredResult> {
    const { caller, client, ctx } = request
    const about = () => digestOf([caller.name, tool.name, tool.args as Json])
    const state = ctx.mcpReq.requestState<RoundState | LostState>()
    const begin = (approval?: string) => this.running(request, tool, about, approval)
    if (state === undefined) return this.serve(begin(), request, answer, begin)
    if (state.kind === "lost") return this.refuse(request, tool, answer, lost)
    if (state.about !== about()) return this.refuse(request, tool, answer, otherCall)
    if (state.kind === "approval") {
      await this.approvals.take(caller, state, ctx.mcpReq.inputResponses, goneWith(ctx, client))
      return this.serve(begin(state.approval), request, answer)
    }
    const running = this.held.find(state.call, caller)
    if (running === undefined) return this.refuse(request, tool, answer, lost)
    return running.isServed || running.round !== state.round
      ? this.refuse(request, tool, answer, answeredBefore)
      : this.serve(running, request, answer)
  }

  private running(
    { caller, client, context, ctx }: CallRequest,
    tool: CalledTool,
    about: () => string,
    approval?: string
  ): RunningCall {
    const within: AskForm = (form, over) =>
      canAnswer(client, form)
        ? askDuringRequest(ctx, form, over)
        : { action: "decline", reason: "The client cannot be asked." }
    return new RunningCall({
      about,
      dispatch: ({ ask, signal, tell }) =>
        this.engine.dispatchPromise(callOf(tool), context, {
          approval,
          signal,
          ask: client.isModern ? ask : within,
          ...(ctx.mcpReq._meta?.progressToken === undefined ? {} : { onOutput: tell })
        }),
      hold: (call) => this.held.hold(call, caller),
      unheard: (call) => this.held.forgetLater(call)
    })
  }

  /**
   * Waits until the request's call ends or asks a question. If the call needs approval, asks the client; `again` then
   * makes the call with the approval. Without `again`, the client was asked already.
   */
  private async serve<A>(
    running: RunningCall,
    request: CallRequest,
    answer: CallAnswer<A>,
    again?: (approval: string) => RunningCall
  ): Promise<A | InputRequiredResult> {
    const { caller, client, ctx } = request
    const gone = goneWith(ctx, client)
    const { execution, questions } = await running.serve({ client, ctx, gone })
    const about = running.about
    if (questions !== undefined)
      return inputRequired({
        inputRequests: Object.fromEntries([...questions].map(([name, form]) => [name, toClientQuestion(form)])),
        requestState: await this.states.seal(
          { kind: "call", call: running.id, round: running.round, about: about() },
          ctx
        )
      })
    this.held.forget(running)
    const howToDecide = (id: string) => this.approvals.howToDecide(id)
    const question = again && (await this.approvals.questionOf(execution, caller, client))
    if (again === undefined || question === undefined) return answer(execution, howToDecide)
    const { approval, decides, asked } = question
    if (client.isModern)
      return inputRequired({
        inputRequests: { [approvalName]: asked },
        requestState: await this.states.seal({ kind: "approval", approval, about: about(), decides }, ctx)
      })
    const response = await sendDuringRequest(ctx, asked, { signal: gone, timeout: approvalMs })
    // Without a response, answers as for a client that cannot be asked.
    if (response === undefined) return answer(execution, howToDecide)
    await this.approvals.take(caller, question, { [approvalName]: response }, gone)
    return this.serve(again(approval), request, answer)
  }

  /** Answers a request with a refusal, which is recorded like any other. */
  async refuse<A>({ context }: CallRequest, tool: CalledTool, answer: CallAnswer<A>, refusal: Refused): Promise<A> {
    const execution = await this.engine.dispatchPromise(callOf(tool), context, { refusal })
    // Only the lost call's gate knew its outcome.
    const told: ToolExecution = refusal === lost ? { ...execution, executed: "unknown" } : execution
    return answer(told, (id) => this.approvals.howToDecide(id))
  }
}

/** The key in the HTTP request's information for the signal that the client disconnected. */
export const goneName = "toolgate/gone"

/**
 * Returns the signal that a request ends before its answer. Over HTTP without sessions, only the end of the connection
 * ends a request.
 */
const goneWith = ({ mcpReq: { signal }, http }: ServerContext, { isModern }: ClientFacts): AbortSignal => {
  const gone = http?.authInfo?.extra?.[goneName]
  if (!(gone instanceof AbortSignal)) return signal
  return isModern ? gone : AbortSignal.any([signal, gone])
}

/** The time that a client of the older protocol may take to ask its user for approval, in milliseconds. */
const approvalMs = 5 * 60_000

/** Creates a call with a new id. */
const callOf = ({ name, args }: CalledTool): ToolCall => ({ id: randomUUID(), tool: name, args })

const otherCall = refused("PolicyDenied", "The answer is about another call, and nothing was run. Make the call again.")

const answeredBefore = refused("PolicyDenied", "The question was answered before, and nothing was run again.")

const lost = refused(
  "ToolFailed",
  "The call that asked is no longer running. Check whether it took effect before you make it again."
)

const digestOf = (value: Json): string => createHash("sha256").update(canonicalizeJson(value)).digest("hex")
