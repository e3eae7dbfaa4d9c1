import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ServedApi } from "../api/Api.ts"
import { Unavailable } from "../api/problems.ts"

/** Answers whether the server lives, and whether it takes calls. */
export const healthHandlers = (isReady: () => boolean) =>
  HttpApiBuilder.group(ServedApi, "health", (group) =>
    group.handleAll({
      live: () => Effect.succeed({ status: "ok" as const }),
      ready: () =>
        isReady()
          ? Effect.succeed({ status: "ready" as const })
          : Effect.fail(Unavailable.problem("The server is about to stop.", {}))
    })
  )
