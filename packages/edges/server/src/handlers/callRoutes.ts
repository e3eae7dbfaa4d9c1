import { encode, ToolExecution as ToolExecutionForm } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as ProblemDetails from "effect/http/ProblemDetails"
import * as Schema from "effect/Schema"
import { Access, type Admission, tooMany } from "../access/Access.ts"
import { readBody } from "../access/readBody.ts"
import { NewBatch, NewCall } from "../api/calls.ts"
import { BadRequest, KeyReused } from "../api/problems.ts"
import type { SentCall } from "../sessions/SessionCalls.ts"
import type { OpenSession, Sessions } from "../sessions/Sessions.ts"
import { respondWith } from "./respondWith.ts"

/** The routes for single calls and batches. They are read by hand, at half the cost of a definition. */
export const callRoutes = (sessions: Sessions) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const access = yield* Access
      const route = (
        path: `/${string}`,
        answer: (given: Given) => Effect.Effect<HttpServerResponse.HttpServerResponse, Problem>
      ) =>
        router.add("POST", path, (request) =>
          access
            .within(request, ["call"], (token, { hold }) =>
              Effect.gen(function* () {
                const { session = "" } = yield* HttpRouter.params
                const open = yield* sessions.findOwn(token, session)
                return yield* answer({ request, open, hold, body: yield* readBody(request) })
              })
            )
            .pipe(Effect.catch((problem) => Effect.succeed(respondWith(problem))))
        )
      yield* route("/v1/sessions/:session/calls", makeCall)
      yield* route("/v1/sessions/:session/batches", makeBatch)
    })
  )

interface Given {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly open: OpenSession
  readonly hold: Admission["hold"]
  readonly body: unknown
}

type Problem = ProblemDetails.ProblemDetails

const makeCall = ({ request, open, hold, body }: Given) =>
  Effect.gen(function* () {
    const { id, tool, args, argsText, mode, ...chosen } = yield* readCall(body)
    const { "idempotency-key": key, traceparent } = request.headers
    const choices = { ...chosen, traceparent }
    const call = open.calls.named({
      ...(id === undefined ? {} : { id }),
      tool,
      ...(argsText === undefined ? { args: args ?? {} } : { argsText }),
      ...(key === undefined ? {} : { idempotencyKey: key })
    })
    if (mode === "accept") {
      const release = hold()
      if (release === undefined) return yield* Effect.fail(tooMany)
      void open.calls.accept(call, choices).finally(release)
      return HttpServerResponse.jsonUnsafe({ callId: call.id, state: "open" }, { status: 202 })
    }
    const execution = yield* Effect.promise((gone) =>
      open.calls.make(call, { ...choices, defer: mode === "defer" }, gone)
    )
    if (execution.error?.details.key === "reused")
      return yield* Effect.fail(KeyReused.problem(execution.error.message, {}))
    return HttpServerResponse.jsonUnsafe(encode(ToolExecutionForm, execution))
  })

const makeBatch = ({ request, open, body }: Given) =>
  Effect.gen(function* () {
    const { calls, concurrency, mode, ...chosen } = yield* readBatch(body)
    const choices = { ...chosen, traceparent: request.headers.traceparent }
    const named = calls.map((call) => open.calls.named(call as SentCall))
    const executions = yield* Effect.promise((gone) =>
      open.calls.within(named, { ...choices, defer: mode === "defer" }, gone, (options) =>
        open.session.dispatchAll(named, { ...options, ...(concurrency === undefined ? {} : { concurrency }) })
      )
    )
    return HttpServerResponse.jsonUnsafe({ executions: executions.map((one) => encode(ToolExecutionForm, one)) })
  })

/** Returns a function that checks a body. Unknown members are refused, because a misspelled one may be meant to narrow the call. */
const makeReader = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return (body: unknown) => Effect.mapError(decode(body), ({ message }) => BadRequest.problem(message, {}))
}

const readCall = makeReader(NewCall)
const readBatch = makeReader(NewBatch)
