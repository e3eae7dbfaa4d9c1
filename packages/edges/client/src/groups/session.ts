import type { Decided, Decision } from "../api/approvals.ts"
import type {
  Accepted,
  AcceptedCall,
  AcceptedScript,
  BatchAnswer,
  Call,
  CallJudgement,
  CallState,
  NewBatch,
  NewCall,
  NewScript,
  NewTurn,
  TurnAnswer
} from "../api/calls.ts"
import type { Json } from "../api/Json.ts"
import type { SessionInfo } from "../api/sessions.ts"
import type { Provider, ToolDefinition } from "../api/ToolDefinition.ts"
import type { ServerEvent } from "../api/ToolEvent.ts"
import type { ToolExecution } from "../api/ToolExecution.ts"
import type { Connection } from "../connection/Connection.ts"
import type { RequestOptions } from "../connection/Operation.ts"
import type { EventOptions, EventQuery, OpenEvents } from "../events/EventQuery.ts"
import { makeSessionArtifacts, type SessionArtifacts } from "./artifacts.ts"

/** A session of the server, in which calls are made. */
export interface ClientSession {
  readonly id: string
  readonly inspect: (options?: RequestOptions) => Promise<SessionInfo>
  /** Makes a call, and returns its answer. */
  readonly call: (call: NewCall, options?: RequestOptions) => Promise<ToolExecution>
  /** Makes a call that goes on when the request has ended. Look it up with `findCall`, or follow the events. */
  readonly accept: (call: AcceptedCall, options?: RequestOptions) => Promise<Accepted>
  /** Makes several calls, and returns their answers in order. */
  readonly batch: (batch: NewBatch, options?: RequestOptions) => Promise<BatchAnswer>
  /** Makes the calls of one turn of a model, which may refer to each other's results. */
  readonly turn: (turn: NewTurn, options?: RequestOptions) => Promise<TurnAnswer>
  /** Runs a script that calls tools, and returns its answer. */
  readonly script: (script: NewScript, options?: RequestOptions) => Promise<ToolExecution>
  /** Runs a script that goes on when the request has ended. */
  readonly acceptScript: (script: AcceptedScript, options?: RequestOptions) => Promise<Accepted>
  /** Returns what the policy decides about a call, without making it. */
  readonly judge: (call: Call, options?: RequestOptions) => Promise<CallJudgement>
  /** Returns the state of a call: open, or answered not long ago. */
  readonly findCall: (id: string, options?: RequestOptions) => Promise<CallState>
  readonly cancelCall: (id: string, options?: RequestOptions) => Promise<void>
  readonly cancelTurn: (id: string, options?: RequestOptions) => Promise<void>
  /** Cancels all calls of the session. */
  readonly cancel: (options?: RequestOptions) => Promise<SessionInfo>
  /** Returns the tools that the session's agent sees. */
  readonly tools: (options?: RequestOptions) => Promise<{ readonly tools: ReadonlyArray<ToolDefinition> }>
  /** Returns these tools in the form of a model's provider. */
  readonly declare: (provider: Provider, options?: RequestOptions) => Promise<{ readonly tools: Json }>
  /** Decides a question of a turn. */
  readonly confirm: (turn: string, request: string, decision: Decision, options?: RequestOptions) => Promise<Decided>
  /** Opens the stream of the session's events. */
  readonly events: (query?: Omit<EventQuery, "session">, options?: EventOptions) => Promise<AsyncIterable<ServerEvent>>
  /** The large results of the session's calls. */
  readonly artifacts: SessionArtifacts
  /** Ends the session and its calls. */
  readonly end: (options?: RequestOptions) => Promise<SessionInfo>
}

/** Makes the requests of one session. */
export const makeClientSession = (id: string, connection: Connection, events: OpenEvents): ClientSession => {
  const { send } = connection
  const params = { session: id }
  const sendCall = <A>({ idempotencyKey: key, ...body }: SentCall, options?: RequestOptions): Promise<A> =>
    send(
      "POST /v1/sessions/{session}/calls",
      {
        params,
        body,
        ...(body.mode === "accept" ? {} : { waits: body }),
        ...(key === undefined ? {} : { headers: { "idempotency-key": key }, isRepeatable: true })
      },
      options
    )
  return {
    id,
    inspect: (options) => send("GET /v1/sessions/{session}", { params }, options),
    call: sendCall,
    accept: (call, options) => sendCall({ ...call, mode: "accept" }, options),
    batch: (body, options) => send("POST /v1/sessions/{session}/batches", { params, body, waits: body }, options),
    turn: (body, options) => send("POST /v1/sessions/{session}/turns", { params, body, waits: body }, options),
    script: (body, options) => send("POST /v1/sessions/{session}/scripts", { params, body, waits: body }, options),
    acceptScript: (script, options) =>
      send("POST /v1/sessions/{session}/scripts", { params, body: { ...script, mode: "accept" } }, options),
    judge: (body, options) => send("POST /v1/sessions/{session}/judgements", { params, body }, options),
    findCall: (call, options) =>
      send("GET /v1/sessions/{session}/calls/{call}", { params: { ...params, call } }, options),
    cancelCall: (call, options) =>
      send("POST /v1/sessions/{session}/calls/{call}/cancel", { params: { ...params, call } }, options),
    cancelTurn: (turn, options) =>
      send("POST /v1/sessions/{session}/turns/{turn}/cancel", { params: { ...params, turn } }, options),
    cancel: (options) => send("POST /v1/sessions/{session}/cancel", { params }, options),
    tools: (options) => send("GET /v1/sessions/{session}/tools", { params }, options),
    declare: (provider, options) =>
      send("GET /v1/sessions/{session}/tools/{provider}", { params: { ...params, provider } }, options),
    confirm: (turn, request, body, options) =>
      send(
        "POST /v1/sessions/{session}/turns/{turn}/confirmations/{request}",
        { params: { ...params, turn, request }, body },
        options
      ),
    events: (query, options) => events({ ...query, session: id }, options),
    artifacts: makeSessionArtifacts(id, connection),
    end: (options) => send("DELETE /v1/sessions/{session}", { params }, options)
  }
}

type SentCall = Omit<NewCall, "mode"> & { readonly mode?: NewCall["mode"] | "accept" }
