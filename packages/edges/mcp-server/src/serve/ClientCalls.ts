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
import { approvalName } from "./approvalForm.ts"
import { ClientApprovals } from "./ClientApprovals.ts"
import type { ClientFacts } from "./clientOf.ts"
import { askWithin, canAnswer, requestOf, sendWithin } from "./clientQuestions.ts"
import { HeldCalls } from "./HeldCalls.ts"
import type { McpCaller } from "./McpCaller.ts"
import { type LostState, type RoundState, RoundStates } from "./RoundStates.ts"
import { RunningCall } from "./RunningCall.ts"
import type { ServeOptions } from "./ServeOptions.ts"

/** A request of a client that is a call of the gate. */
export interface CallRequest {
  readonly caller: McpCaller
  readonly client: ClientFacts
  readonly context: DispatchContext
  readonly ctx: ServerContext
}

/** The tool that a request calls. */
export interface CalledTool {
  readonly name: string
  readonly args: object
}

/** Returns the answer for how a call ended. `howToDecide` says how a person decides the call, if it waits for that. */
export type CallAnswer<A> = (execution: ToolExecution, howToDecide: (approvalId: string) => string) => A

/**
 * The calls of clients. A call is dispatched for as long as its request lasts; one that asks its client for input lasts until the
 * client has answered. A client that can is asked whether its call may run.
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

  /** Makes a call, or goes on with one whose question the request answers. Returns its answer, or the next question. */
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
        ? askWithin(ctx, form, over)
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
   * Waits with a request until its call has ended or asks. If the call waits for a person, the client is asked, and `again` makes the
   * call with the approval; without `again`, it was asked before.
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
        inputRequests: Object.fromEntries([...questions].map(([name, form]) => [name, requestOf(form)])),
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
    const response = await sendWithin(ctx, asked, { signal: gone, timeout: approvalMs })
    // A client that has not answered is answered like one that cannot be asked.
    if (response === undefined) return answer(execution, howToDecide)
    await this.approvals.take(caller, question, { [approvalName]: response }, gone)
    return this.serve(again(approval), request, answer)
  }

  /** Answers a request with a refusal that its maker knows. It is on record like any other. */
  async refuse<A>({ context }: CallRequest, tool: CalledTool, answer: CallAnswer<A>, refusal: Refused): Promise<A> {
    const execution = await this.engine.dispatchPromise(callOf(tool), context, { refusal })
    // What became of a call that is not here, only its gate knew.
    const told: ToolExecution = refusal === lost ? { ...execution, executed: "unknown" } : execution
    return answer(told, (id) => this.approvals.howToDecide(id))
  }
}

/** The name of the signal that a client's connection is gone, among what the HTTP edge says of a request. */
export const goneName = "toolgate/gone"

/**
 * Returns the signal that a request is over before its answer. Over HTTP without sessions, that is the end of its connection and nothing
 * else.
 */
const goneWith = ({ mcpReq: { signal }, http }: ServerContext, { isModern }: ClientFacts): AbortSignal => {
  const gone = http?.authInfo?.extra?.[goneName]
  if (!(gone instanceof AbortSignal)) return signal
  return isModern ? gone : AbortSignal.any([signal, gone])
}

/** The time for which a client of the older protocol may take to ask whether a call may run, in milliseconds. */
const approvalMs = 5 * 60_000

/** Returns a call under an id of the gate's. */
const callOf = ({ name, args }: CalledTool): ToolCall => ({ id: randomUUID(), tool: name, args })

const otherCall = refused("PolicyDenied", "The answer is about another call, and nothing was run. Make the call again.")

const answeredBefore = refused("PolicyDenied", "The question was answered before, and nothing was run again.")

const lost = refused(
  "ToolFailed",
  "The call that asked is not running any more. Look whether it took effect before you make it again."
)

const digestOf = (value: Json): string => createHash("sha256").update(canonicalizeJson(value)).digest("hex")
