import { encode, ToolExecution } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { usualLimit } from "../api/paging.ts"
import { type Approvals, describeApproval } from "../sessions/Approvals.ts"
import type { Sessions } from "../sessions/Sessions.ts"

/** Answers the requests about questions. */
export const approvalHandlers = (approvals: Approvals, sessions: Sessions) =>
  HttpApiBuilder.group(ServedApi, "approvals", (group) =>
    group.handleAll({
      list: ({ query: { limit = usualLimit, ...query } }) =>
        Effect.gen(function* () {
          // One more than asked for tells whether there is a next page.
          const found = yield* approvals.list(yield* CurrentToken, query, limit + 1)
          const page = found.slice(0, limit)
          const last = found.length > limit ? page.at(-1) : undefined
          return { items: page.map(describeApproval), ...(last === undefined ? {} : { next: last.request.id }) }
        }),
      show: ({ params }) =>
        Effect.gen(function* () {
          const token = yield* CurrentToken
          const found = yield* approvals.show(token, { id: params.approval })
          yield* approvals.saw(token, [params.approval], "opened")
          return describeApproval(found)
        }),
      history: ({ params }) =>
        Effect.gen(function* () {
          return { events: yield* approvals.history(yield* CurrentToken, { id: params.approval }) }
        }),
      withdraw: ({ params }) =>
        Effect.flatMap(CurrentToken, (token) => approvals.withdraw(token, { id: params.approval })),
      decide: ({ params, payload }) =>
        Effect.flatMap(CurrentToken, (token) => approvals.decide(token, { id: params.approval }, payload)),
      decideMany: ({ payload }) =>
        Effect.gen(function* () {
          const token = yield* CurrentToken
          const results = yield* Effect.forEach(payload.decisions, ({ id, ...decision }) =>
            Effect.catch(approvals.decide(token, { id }, decision), (problem) => Effect.succeed(problem))
          )
          return { results }
        }),
      resume: ({ params }) =>
        Effect.gen(function* () {
          const token = yield* CurrentToken
          const { request } = yield* approvals.showOwn(token, { id: params.approval })
          const gate = yield* sessions.findGate(token, request.session)
          const execution = yield* Effect.promise((signal) => gate.resume(params.approval, { signal }))
          return encode(ToolExecution, execution)
        })
    })
  )

/** Answers the decisions of a session's clients, under both addresses. */
export const confirmationHandlers = (approvals: Approvals) =>
  [
    HttpApiBuilder.group(ServedApi, "confirmations", (group) => group.handleAll({ confirm: confirmIn(approvals) })),
    HttpApiBuilder.group(ServedApi, "plainConfirmations", (group) => group.handleAll({ confirm: confirmIn(approvals) }))
  ] as const

const confirmIn =
  (approvals: Approvals) =>
  ({ params, payload }: Confirmation) =>
    Effect.flatMap(CurrentToken, (token) =>
      approvals.decide(token, { id: params.request, session: params.session, turn: params.turn }, payload)
    )

interface Confirmation {
  readonly params: { readonly session: string; readonly turn: string; readonly request: string }
  readonly payload: Parameters<Approvals["decide"]>[2]
}
