import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { usualLimit } from "../api/paging.ts"
import type { Sessions } from "../sessions/Sessions.ts"

/** Answers the requests about sessions. */
export const sessionHandlers = (sessions: Sessions) => {
  const find = (id: string) => Effect.flatMap(CurrentToken, (token) => sessions.find(token, id))
  const findToEnd = (id: string) => Effect.flatMap(CurrentToken, (token) => sessions.findToEnd(token, id))
  return HttpApiBuilder.group(ServedApi, "sessions", (group) =>
    group.handleAll({
      open: ({ payload }) =>
        Effect.gen(function* () {
          const { stored } = yield* sessions.open(yield* CurrentToken, payload)
          return sessions.describe(stored)
        }),
      list: ({ query: { cursor, limit = usualLimit } }) =>
        Effect.gen(function* () {
          // One more than asked for tells whether there is a next page.
          const found = yield* sessions.list(yield* CurrentToken, cursor, limit + 1)
          const page = found.slice(0, limit)
          const last = found.length > limit ? page.at(-1) : undefined
          const items = page.map((stored) => sessions.describe(stored))
          return { items, ...(last === undefined ? {} : { next: last.id }) }
        }),
      inspect: ({ params }) => Effect.map(find(params.session), ({ stored }) => sessions.describe(stored)),
      cancel: ({ params }) =>
        Effect.gen(function* () {
          const { session, stored } = yield* findToEnd(params.session)
          yield* Effect.promise(() => session.cancel())
          return sessions.describe(stored)
        }),
      end: ({ params }) =>
        Effect.gen(function* () {
          const open = yield* findToEnd(params.session)
          return sessions.describe(yield* sessions.end(open))
        })
    })
  )
}
