import { ToolExecution } from "@toolgate/wire"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { fromForm } from "./fromForm.ts"
import { NeededRights } from "./NeededRights.ts"
import { BadRequest, KeyReused, NotFound, TooLarge, Unavailable, UnsupportedType } from "./problems.ts"
import { idParam } from "./sessions.ts"

/** A call: the arguments are a value in `args`, or JSON text of a model in `argsText`. */
export const Call = Schema.Struct({
  /** Repeated in the answer. Default: an id of the server's. */
  id: Schema.optionalKey(idParam),
  tool: Schema.NonEmptyString,
  args: Schema.optionalKey(Schema.Json),
  argsText: Schema.optionalKey(Schema.String)
})

const options = {
  /** The model's turn, which groups calls and questions. */
  turn: Schema.optionalKey(idParam),
  /** The time for waiting and running together. */
  timeoutMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 }))),
  /**
   * `wait` (the default): the answer comes with the response. `defer`: if a person has to decide, the answer is `pending`
   * at once, and the call runs when it is resumed. `accept`: the response comes at once; follow the events.
   */
  mode: Schema.optionalKey(Schema.Literals(["wait", "defer", "accept"]))
}

/** A call with its options. */
export const NewCall = Schema.Struct({ ...Call.fields, ...options })

/** Several calls, answered in order. */
export const NewBatch = Schema.Struct({
  calls: Schema.Array(Call).check(Schema.isMaxLength(256)),
  concurrency: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 64 }))),
  turn: options.turn,
  timeoutMs: options.timeoutMs,
  mode: Schema.optionalKey(Schema.Literals(["wait", "defer"]))
})

/** The calls of one turn of a model. Arguments may refer to earlier results, as in `{"$from": "1", "pointer": "/path"}`. */
export const NewTurn = Schema.Struct({
  calls: NewBatch.fields.calls,
  turn: options.turn,
  timeoutMs: options.timeoutMs,
  mode: NewBatch.fields.mode
})

/** A script that calls tools, run by the tool `run_script` of the gate. */
export const NewScript = Schema.Struct({ id: Call.fields.id, code: Schema.NonEmptyString, ...options })

/** The answer to a call. */
export const Execution = fromForm(ToolExecution)

/** A call that was accepted: its id, under which it is looked up and cancelled. */
export const Accepted = Schema.Struct({ callId: Schema.String, state: Schema.Literal("open") })

/** A call of a session: open, or answered. */
export const CallState = Schema.Union([
  Accepted,
  Schema.Struct({ callId: Schema.String, state: Schema.Literal("answered"), execution: Execution })
])

/** The policy's verdict on a call that is not made. */
export const CallJudgement = Schema.Struct({
  decision: Schema.Literals(["allow", "ask", "deny", "depends"]),
  rule: Schema.optionalKey(Schema.String),
  why: Schema.String
})

const session = { session: idParam }
/** The trace context of the caller (W3C), which becomes the parent of the spans of the calls. An invalid one is ignored. */
export const tracing = { traceparent: Schema.optionalKey(Schema.String) }

const headers = {
  ...tracing,
  "idempotency-key": Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(256)))
}
const badBody = [BadRequest, NotFound, TooLarge, UnsupportedType, KeyReused, Unavailable] as const
const accepted = Accepted.pipe(HttpApiSchema.status(202))

/** Calls in a session. */
export const calls = HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.post("call", "/sessions/:session/calls", {
      params: session,
      headers,
      payload: NewCall,
      success: [Execution, accepted],
      error: badBody
    }).annotate(NeededRights, ["call"]),
    HttpApiEndpoint.post("batch", "/sessions/:session/batches", {
      params: session,
      headers: tracing,
      payload: NewBatch,
      success: Schema.Struct({ executions: Schema.Array(Execution) }),
      error: badBody
    }).annotate(NeededRights, ["call"])
  )
  .middleware(Authorization)
