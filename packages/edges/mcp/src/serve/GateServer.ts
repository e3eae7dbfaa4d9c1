import { createHash, randomBytes, randomUUID } from "node:crypto"
import {
  type CallToolRequest,
  type CallToolResult,
  createRequestStateCodec,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext
} from "@modelcontextprotocol/server"
import {
  type ApprovalRequest,
  canonicalJson,
  type DispatchContext,
  type Json,
  PendingApprovals,
  refused,
  type ToolCall,
  type ToolExecution,
  Visibility
} from "@toolgate/core"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { offerToolNames } from "../upstream/offers/ServerOffers.ts"
import { addressForm, approvalForm, decisionIn, isAccepted, isForClients } from "./approvalForm.ts"
import { callResult } from "./callResult.ts"
import { type ClientFacts, clientOf } from "./clientOf.ts"
import type { McpCaller } from "./McpCaller.ts"
import { type OfferRequest, offerCapabilities, serveOffers } from "./offers/serveOffers.ts"
import type { ServeOptions } from "./ServeOptions.ts"
import { shownTool } from "./shownTool.ts"
import { untilOver } from "./untilOver.ts"

/** The client that a server of the SDK serves. */
export interface Served {
  readonly caller: McpCaller
  /** Returns the session that the calls of a client belong to. */
  readonly session: (client: ClientFacts) => string
}

/** The gate as an MCP server. The SDK wants a server of its own for each connection, and over HTTP for each request. */
export class GateServer {
  private readonly options: ServeOptions
  private readonly engine: ToolDispatchEngine["Service"]
  private readonly visibility: Visibility["Service"]
  private readonly pending: PendingApprovals["Service"]
  /** Answers of users come back with the question's state, which this process has signed for one method and one caller. */
  private readonly states: ReturnType<typeof createRequestStateCodec<RoundState>>

  constructor(options: ServeOptions) {
    this.options = options
    this.engine = Context.get(options.gate, ToolDispatchEngine)
    this.visibility = Context.get(options.gate, Visibility)
    this.pending = Context.get(options.gate, PendingApprovals)
    this.states = createRequestStateCodec<RoundState>({
      key: randomBytes(32),
      ttlSeconds: 24 * 60 * 60,
      bind: ({ mcpReq, http }) => `${mcpReq.method}\0${http?.authInfo?.clientId ?? ""}`
    })
  }

  /** Returns a server for the SDK. */
  serverFor(served: Served): Server {
    const server = new Server(
      { name: "toolgate", title: "Toolgate", version: this.options.version },
      {
        capabilities: { tools: { listChanged: true }, ...offerCapabilities(this.options.servers) },
        requestState: { verify: this.states.verify }
      }
    )
    serveOffers(server, this.options.servers, (ctx) => this.offerRequest(served, clientOf(server, ctx), ctx))
    server.setRequestHandler("tools/list", (_, ctx) => ({ tools: this.list(served, clientOf(server, ctx)) }))
    server.setRequestHandler("tools/call", ({ params }, ctx) => {
      const client = clientOf(server, ctx)
      return this.call(served, client, params, ctx, (execution) => this.resultOf(execution, client))
    })
    return server
  }

  /** Ends a session: its calls, and what was kept for it. */
  async endSession(session: string): Promise<void> {
    await Effect.runPromiseWith(this.options.gate)(this.engine.cancelSession(session))
    this.engine.sessionEnded(session)
  }

  /** Returns the tools that the policy shows the caller, by name: in which order servers came up is no reason to list anew. */
  private list(served: Served, client: ClientFacts) {
    const { principal, caller, session, workspace } = this.contextOf(served, client)
    const tools = this.visibility.visible({ principal, caller, session, workspace })
    const hidden = offerToolNames(this.options.servers?.offers() ?? [])
    return tools
      .filter(({ name }) => !hidden.has(name))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map((tool) => shownTool(tool, client.isModern))
  }

  /** Returns the way in which a request for resources or prompts passes the gate. */
  private offerRequest(served: Served, client: ClientFacts, ctx: ServerContext): OfferRequest {
    const context = this.contextOf(served, client)
    const visible = new Set(this.visibility.visible(context).map(({ name }) => name))
    return {
      shows: (tool) => visible.has(tool),
      judge: (calls) =>
        this.run(
          Effect.forEach(calls, (call) =>
            Effect.map(this.engine.judge({ id: randomUUID(), ...call }, context), ({ decision }) => decision)
          )
        ),
      call: ({ tool, args }, answer) =>
        this.call(served, client, { name: tool, arguments: args }, ctx, (execution) =>
          answer(execution, (id) => `${this.howToDecide(id)} Then make the same request again.`)
        )
    }
  }

  /** Makes a call, and returns what `answer` makes of how it ended, or the question to the client's user on which it waits. */
  private async call<A>(
    served: Served,
    client: ClientFacts,
    { name, arguments: args = {} }: CallToolRequest["params"],
    ctx: ServerContext,
    answer: (execution: ToolExecution) => A
  ): Promise<A | InputRequiredResult> {
    const context = this.contextOf(served, client)
    const call = { id: randomUUID(), tool: name, args }
    const about = () => digestOf([served.caller.name, name, args as Json])
    const state = ctx.mcpReq.requestState<RoundState>()
    if (state !== undefined && state.about !== about())
      return answer(await this.dispatch(call, context, ctx, { refusal: otherCall }))
    if (state?.decides === true) await this.decide(served.caller, state.approval, ctx)
    if (state?.decides === false && isAccepted(ctx, answerName)) await this.waitFor(state.approval, ctx)
    const execution = await this.dispatch(call, context, ctx, { approval: state?.approval })
    const question = state === undefined ? await this.questionOf(execution, served.caller, client) : undefined
    if (question === undefined) return answer(execution)
    const { approval, decides, asked } = question
    return inputRequired({
      inputRequests: { [answerName]: asked },
      requestState: await this.states.mint({ approval, about: about(), decides }, ctx)
    })
  }

  /** Returns the question that the client is to ask its user about a call that waits, if that is the caller's way and the client can. */
  private async questionOf(
    { pending }: ToolExecution,
    { approvals }: McpCaller,
    { asks }: ClientFacts
  ): Promise<{ approval: string; decides: boolean; asked: InputRequest } | undefined> {
    if (pending === undefined || approvals === "defer") return undefined
    const approval = pending.approvalId
    const { approveAt } = this.options
    if (approvals === "url")
      return approveAt === undefined || !asks.url
        ? undefined
        : { approval, decides: false, asked: inputRequired.elicitUrl(addressForm(approveAt(approval))) }
    const request = asks.form ? await this.openQuestion(approval) : undefined
    return request !== undefined && isForClients(request)
      ? { approval, decides: true, asked: inputRequired.elicit(approvalForm(request)) }
      : undefined
  }

  /** Returns a question that nobody has decided. A store that cannot be reached has none to ask about. */
  private async openQuestion(id: string): Promise<ApprovalRequest | undefined> {
    const found = await this.run(Effect.orElseSucceed(this.pending.get(id), () => undefined))
    return found?.isOpen === true ? found.request : undefined
  }

  /** Takes what a user decided. Whether it counts, the stored approval says: the call is dispatched with it in any case. */
  private async decide({ name }: McpCaller, approval: string, ctx: ServerContext): Promise<void> {
    const decision = decisionIn(ctx, answerName)
    if (decision === undefined) return
    const request = await this.openQuestion(approval)
    if (request === undefined || !isForClients(request)) return
    await this.run(Effect.ignore(this.pending.decide(approval, decision, { by: name, from: "MCP elicitation" })))
  }

  /** Waits for the decision of a user who has opened the page. */
  private async waitFor(approval: string, ctx: ServerContext): Promise<void> {
    const waiting = untilOver(this.pending, approval)
    await Effect.runPromiseExitWith(this.options.gate)(waiting, { signal: endOf(ctx) })
  }

  /** Dispatches a call for as long as its request lasts. What it prints meanwhile is sent as progress, all of it before the answer. */
  private async dispatch(
    call: ToolCall,
    context: DispatchContext,
    ctx: ServerContext,
    options: DispatchOptions
  ): Promise<ToolExecution> {
    const { mcpReq } = ctx
    const progressToken = mcpReq._meta?.progressToken
    let progress = 0
    let sent: Promise<unknown> = Promise.resolve()
    const onOutput = ({ text: message }: { readonly text: string }) => {
      const params = { progressToken, progress: ++progress, message }
      sent = Promise.allSettled([sent, mcpReq.notify({ method: "notifications/progress", params })])
    }
    const execution = await this.engine.dispatchPromise(call, context, {
      ...options,
      signal: endOf(ctx),
      ...(progressToken === undefined ? {} : { onOutput })
    })
    await sent
    return execution
  }

  private contextOf({ caller: { principal }, session }: Served, client: ClientFacts): DispatchContext {
    return {
      session: session(client),
      turn: "default",
      principal,
      workspace: this.options.workspace,
      caller: { kind: "direct" },
      deadline: undefined,
      // A client cannot resume a call. It makes the call again.
      defer: { joinsEarlier: true }
    }
  }

  private resultOf(execution: ToolExecution, { isModern }: ClientFacts): CallToolResult {
    if (execution.error?.class === "not_found")
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, execution.error.message)
    const howToDecide = (id: string) => `${this.howToDecide(id)} Then make the same call again.`
    return callResult(execution, { isModern, howToDecide })
  }

  private howToDecide(approval: string): string {
    const { approveAt, approveWith } = this.options
    const opens = approveAt === undefined ? "" : `opens ${approveAt(approval)} or `
    return `To decide, a person ${opens}runs "${approveWith(approval)}" or denies it.`
  }

  private run<A>(effect: Effect.Effect<A>): Promise<A> {
    return Effect.runPromiseWith(this.options.gate)(effect)
  }
}

/** The state of a question that a client asks its user, which the client carries to the next request. */
interface RoundState {
  readonly approval: string
  /** The digest of the caller, the tool and the arguments that the question is about. */
  readonly about: string
  /** Whether the answer decides. If not, the user decides on the page, and the answer says no more than that they opened it. */
  readonly decides: boolean
}

const answerName = "approval"

/** The name of the signal that a client's connection is gone, among what the HTTP edge says of a request. */
export const goneName = "toolgate/gone"

/** Returns the signal that a request is over before its answer. Over HTTP, that is the end of its connection and nothing else. */
const endOf = ({ mcpReq, http }: ServerContext): AbortSignal => {
  const gone = http?.authInfo?.extra?.[goneName]
  return gone instanceof AbortSignal ? gone : mcpReq.signal
}

const otherCall = refused("PolicyDenied", "The answer is about another call, and nothing was run. Make the call again.")

const digestOf = (value: Json): string => createHash("sha256").update(canonicalJson(value)).digest("hex")
