import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { usualLimit } from "../api/paging.ts"
import type { GatePins } from "../pins/GatePins.ts"
import { pageAfter } from "./pageAfter.ts"

/** Answers the requests about the approved definitions of tools. */
export const pinHandlers = (pins: GatePins) =>
  HttpApiBuilder.group(ServedApi, "pins", (group) =>
    group.handleAll({
      list: ({ query: { cursor, limit = usualLimit, quarantined } }) =>
        Effect.gen(function* () {
          const names = yield* pins.listNames(quarantined === undefined ? undefined : quarantined === "true")
          const { page, ...next } = pageAfter(names, (name) => name, cursor, limit)
          return { items: yield* pins.describeAll(page), ...next }
        }),
      show: ({ params }) => pins.show(params.tool),
      approve: ({ params, payload }) =>
        Effect.flatMap(CurrentToken, (token) => pins.approve(token, params.tool, payload.digest)),
      revoke: ({ params }) => Effect.flatMap(CurrentToken, (token) => pins.revoke(token, params.tool))
    })
  )
