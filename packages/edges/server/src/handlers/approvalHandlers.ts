import { encode, ToolExecution } from "@toolgate/wire"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type { Toolgate } from "toolgate"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { usualLimit } from "../api/paging.ts"
import { type Approvals, describeApproval } from "../sessions/Approvals.ts"

/** Answers the requests about questions. */
export const approvalHandlers = (approvals: Approvals, gate: Toolgate) =>
  HttpApiBuilder.group(ServedApi, "approvals", (group) =>
    group.handleAll({
      list: ({ query: { cursor, limit = usualLimit, session, agent, tool } }) =>
        Effect.gen(function* () {
          const all = yield* approvals.list(yield* CurrentToken, session)
          const wanted = all.filter(
            (one) => (agent === undefined || one.agent === agent) && (tool === undefined || one.toolName === tool)
          )
          const start = cursor === undefined ? 0 : wanted.findIndex(({ id }) => id === cursor) + 1
          const items = wanted.slice(start, start + limit)
          const last = items.at(-1)
          return {
            items: items.map((request) => describeApproval(request, true)),
            ...(last !== undefined && start + limit < wanted.length ? { next: last.id } : {})
          }
        }),
      show: ({ params }) =>
        Effect.gen(function* () {
          const { request, isOpen } = yield* approvals.show(yield* CurrentToken, { id: params.approval })
          return describeApproval(request, isOpen)
        }),
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
          yield* approvals.show(yield* CurrentToken, { id: params.approval })
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
