import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { usualLimit } from "../api/paging.ts"
import { describeSession, type Sessions } from "../sessions/Sessions.ts"

/** Answers the requests about sessions. */
export const sessionHandlers = (sessions: Sessions) =>
  HttpApiBuilder.group(ServedApi, "sessions", (group) =>
    group.handleAll({
      open: ({ payload }) =>
        Effect.gen(function* () {
          return describeSession(yield* sessions.open(yield* CurrentToken, payload))
        }),
      list: ({ query: { cursor, limit = usualLimit } }) =>
        Effect.map(CurrentToken, (token) => {
          const all = sessions.list(token)
          const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
          const items = all.slice(start, start + limit).map(describeSession)
          const last = items.at(-1)
          return { items, ...(last !== undefined && start + limit < all.length ? { next: last.id } : {}) }
        }),
      inspect: ({ params }) =>
        Effect.gen(function* () {
          return describeSession(yield* sessions.find(yield* CurrentToken, params.session))
        }),
      cancel: ({ params }) =>
        Effect.gen(function* () {
          const open = yield* sessions.find(yield* CurrentToken, params.session)
          yield* Effect.promise(() => open.session.cancel())
          return describeSession(open)
        }),
      end: ({ params }) =>
        Effect.gen(function* () {
          const open = yield* sessions.find(yield* CurrentToken, params.session)
          yield* Effect.promise(() => sessions.end(open))
          return describeSession(open)
        })
    })
  )
