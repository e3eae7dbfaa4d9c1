import { randomUUID } from "node:crypto"
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext
} from "@modelcontextprotocol/server"
import {
  type DispatchContext,
  isHosted,
  makeWellFormed,
  OutputFitting,
  quoted,
  type Refused,
  readTraceparent,
  refused,
  type ToolExecution,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import { listOfferToolNames } from "@toolgate/mcp-client/offers"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CallAnswer, type CallRequest, ClientCalls } from "./ClientCalls.ts"
import { callResult } from "./callResult.ts"
import { type ClientFacts, describeClient } from "./describeClient.ts"
import type { McpCaller } from "./McpCaller.ts"
import type { OfferRequest } from "./offers/OfferRequest.ts"
import { getOfferCapabilities, serveOffers } from "./offers/serveOffers.ts"
import type { ServeOptions } from "./ServeOptions.ts"
import { toClientTool } from "./toClientTool.ts"

/** The client that an SDK server serves. */
export interface Served {
  readonly caller: McpCaller
  /** Returns the gate's session for the calls of a client. */
  readonly session: (client: ClientFacts) => string
}

/**
 * The gate as an MCP server. The SDK needs one server per connection or session, and one per request over HTTP without
 * sessions.
 */
export class GateServer {
  private readonly options: ServeOptions
  private readonly engine: ToolDispatchEngine["Service"]
  private readonly registry: ToolRegistry["Service"]
  private readonly visibility: Visibility["Service"]
  private readonly calls: ClientCalls
  private readonly mayRefer: boolean

  constructor(options: ServeOptions) {
    this.options = options
    this.engine = Context.get(options.gate, ToolDispatchEngine)
    this.registry = Context.get(options.gate, ToolRegistry)
    this.visibility = Context.get(options.gate, Visibility)
    this.calls = new ClientCalls(options)
    this.mayRefer = Option.isSome(Context.getOption(options.gate, OutputFitting))
  }

  /** Creates an SDK server for a client. */
  serverFor(served: Served): Server {
    const { servers, skills } = this.options
    const server = new Server(
      { name: "toolgate", title: "Toolgate", version: this.options.version },
      {
        capabilities: { tools: { listChanged: true }, ...getOfferCapabilities(servers, skills) },
        ...(skills === undefined ? {} : { instructions: skills.instructions }),
        requestState: { verify: this.calls.states.verify }
      }
    )
    sendWellFormed(server)
    const requestOf = (ctx: ServerContext): CallRequest => {
      const client = describeClient(server, ctx)
      return { caller: served.caller, client, context: this.contextOf(served, client, ctx), ctx }
    }
    serveOffers(server, this.options, {
      requestOf: (ctx) => this.offerRequest(requestOf(ctx)),
      // A client that sees an active skill may read it, even if the skill hides the tool `skill` from its agent.
      skillRequestOf: (ctx) => {
        const request = requestOf(ctx)
        return this.offerRequest({ ...request, context: { ...request.context, principal: served.caller.principal } })
      }
    })
    server.setRequestHandler("tools/list", async (_, ctx) => {
      await this.ready()
      return { tools: this.list(requestOf(ctx)) }
    })
    server.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }, ctx) => {
      const request = requestOf(ctx)
      const { servers } = this.options
      if (servers !== undefined && !this.registry.has(name)) await Effect.runPromise(servers.readyFor(name))
      const hidden = this.offerTools()
      const [tool, answer] = [{ name, args }, toolAnswer(request.client, hidden)]
      // Called as a tool, it would reveal more than its own request does, such as completions of a denied prompt.
      return hidden.has(name)
        ? this.calls.refuse(request, tool, answer, requestAsTool(name))
        : this.calls.call(request, tool, answer)
    })
    return server
  }

  /** Ends a session: cancels its calls and removes its state. */
  async endSession(session: string): Promise<void> {
    await Effect.runPromiseWith(this.options.gate)(this.engine.cancelSession(session))
    this.engine.sessionEnded(session)
  }

  /** Waits for the servers behind the gate, up to their start time. Later tools are reported as a change. */
  private async ready(): Promise<void> {
    const { servers } = this.options
    if (servers !== undefined) await Effect.runPromise(servers.ready)
  }

  /**
   * Returns the tools that the policy shows the caller, sorted by name, so that the order of start-up does not change
   * the list.
   */
  private list({ client, context }: CallRequest) {
    const hidden = this.offerTools()
    return this.visibility
      .visible(context)
      .filter((tool) => !isHosted(tool) && !hidden.has(tool.name))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map((tool) => toClientTool(tool, { isModern: client.isModern, mayRefer: this.mayRefer }))
  }

  /** Returns the names of the tools for resources and prompts, which clients do not see as tools. */
  private offerTools(): ReadonlySet<string> {
    return listOfferToolNames(this.options.servers?.offers() ?? [])
  }

  /** Returns how a request for resources or prompts passes the gate. */
  private offerRequest(request: CallRequest): OfferRequest {
    const { context } = request
    const visible = new Set(this.visibility.visible(context).map(({ name }) => name))
    return {
      shows: (tool) => visible.has(tool),
      judge: (calls) =>
        Effect.runPromiseWith(this.options.gate)(
          Effect.forEach(calls, (call) =>
            Effect.map(this.engine.judge({ id: randomUUID(), ...call }, context), ({ decision }) => decision)
          )
        ),
      call: ({ tool: name, args }, answer) =>
        this.calls.call(request, { name, args }, (execution, howToDecide) =>
          answer(execution, (id) => `${howToDecide(id)} Then make the same request again.`)
        )
    }
  }

  private contextOf(
    { caller: { principal }, session }: Served,
    client: ClientFacts,
    { mcpReq }: ServerContext
  ): DispatchContext {
    const traceparent = readTraceparent(mcpReq._meta?.traceparent)
    return {
      session: session(client),
      turn: "default",
      principal: this.options.skills?.narrow(principal) ?? principal,
      workspace: this.options.workspace,
      caller: { kind: "direct" },
      deadline: undefined,
      // A client repeats a call instead of resuming it.
      defer: { joinsEarlier: true },
      ...(traceparent === undefined ? {} : { traceparent })
    }
  }
}

/** Builds the answer to a request that calls a tool. */
const toolAnswer =
  ({ isModern }: ClientFacts, hidden: ReadonlySet<string>): CallAnswer<CallToolResult> =>
  (execution, howToDecide) => {
    const { error } = execution
    if (error?.class === "not_found")
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, noToolMessage({ ...execution, error }, hidden))
    return callResult(execution, {
      isModern,
      howToDecide: (id) => `${howToDecide(id)} Then make the same call again.`
    })
  }

/** Makes a server replace lone surrogates in all that it sends: results, errors and notifications. */
const sendWellFormed = (server: Server): void => {
  const connect = server.connect.bind(server)
  server.connect = (transport) => {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(makeWellFormed(message), options)
    return connect(transport)
  }
}

/** Returns the refusal of a direct call to a tool for resources or prompts. */
const requestAsTool = (name: string): Refused =>
  refused("ToolNotFound", `Tool ${quoted(name)} not found. Resources, prompts and completions have their own requests.`)

/** Explains that a tool was not found, without naming a tool of `hidden`. */
const noToolMessage = (
  { toolName, error }: ToolExecution & { readonly error: Refused },
  hidden: ReadonlySet<string>
): string => {
  const { available, offer } = error.details
  const names = Array.isArray(available) ? available.map(String) : []
  const shown = names.filter((name) => !hidden.has(name))
  if (shown.length === names.length) return error.message
  const offered = typeof offer === "string" ? ` ${offer}` : ""
  return `Tool ${quoted(toolName)} not found.${offered}${shown.length === 0 ? "" : ` Among others there are: ${shown.join(", ")}.`}`
}
