import { encode, ToolExecution } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as Schema from "effect/Schema"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { NotFound } from "../api/problems.ts"
import type { SentCall } from "../sessions/SessionCalls.ts"
import type { Sessions } from "../sessions/Sessions.ts"

/** Answers the requests about turns, scripts and open calls. */
export const turnHandlers = (sessions: Sessions) => {
  const find = (id: string) => Effect.flatMap(CurrentToken, (token) => sessions.find(token, id))
  const findOwn = (id: string) => Effect.flatMap(CurrentToken, (token) => sessions.findOwn(token, id))
  const findToEnd = (id: string) => Effect.flatMap(CurrentToken, (token) => sessions.findToEnd(token, id))
  return HttpApiBuilder.group(ServedApi, "turns", (group) =>
    group.handleAll({
      turn: ({ params, headers, payload: { calls, mode, ...chosen } }) =>
        Effect.gen(function* () {
          const open = yield* findOwn(params.session)
          const choices = { ...chosen, ...headers }
          const named = calls.map((call) => open.calls.named(call as SentCall))
          const turn = yield* Effect.promise((gone) =>
            open.calls.within(named, { ...choices, defer: mode === "defer" }, gone, (options) =>
              open.session.dispatchTurn(named, options)
            )
          )
          return {
            executions: turn.executions.map((one) => encode(ToolExecution, one)),
            chains: turn.tool_chains as ReadonlyArray<object> as ReadonlyArray<Schema.Json>
          }
        }),
      script: ({ params, headers, payload: { id, code, mode, ...chosen } }) =>
        Effect.gen(function* () {
          const open = yield* findOwn(params.session)
          const choices = { ...chosen, ...headers }
          const call = open.calls.named({ ...(id === undefined ? {} : { id }), tool: "run_script", args: { code } })
          if (mode === "accept") {
            open.calls.accept(call, choices)
            return { callId: call.id, state: "open" as const }
          }
          const execution = yield* Effect.promise((gone) =>
            open.calls.make(call, { ...choices, defer: mode === "defer" }, gone)
          )
          return encode(ToolExecution, execution)
        }),
      judge: ({ params, payload }) =>
        Effect.gen(function* () {
          const open = yield* find(params.session)
          const judged = yield* Effect.promise(() => open.session.judge(open.calls.named(payload as SentCall)))
          return {
            decision: judged.decision,
            ...(judged.because === undefined ? {} : { rule: judged.because.rule }),
            why: judged.decision === "deny" ? judged.refusal.message : (judged.because?.rule ?? "")
          }
        }),
      find: ({ params }) =>
        Effect.gen(function* () {
          const open = yield* find(params.session)
          const found = open.calls.find(params.call)
          if (found === undefined) return yield* Effect.fail(noCall)
          if (found === "open") return { callId: params.call, state: "open" as const }
          return { callId: params.call, state: "answered" as const, execution: encode(ToolExecution, found) }
        }),
      cancelCall: ({ params }) =>
        Effect.gen(function* () {
          const open = yield* findToEnd(params.session)
          if (!open.calls.cancel(params.call)) return yield* Effect.fail(noCall)
        }),
      cancelTurn: ({ params }) =>
        Effect.gen(function* () {
          const open = yield* findToEnd(params.session)
          if (!open.calls.cancelTurn(params.turn))
            return yield* Effect.fail(NotFound.problem("The turn has no open calls.", {}))
        })
    })
  )
}

const noCall = NotFound.problem("The session has no such open call, and no recent answer to one.", {})
