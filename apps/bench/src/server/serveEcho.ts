import { createHash, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { ListenAt } from "@toolgate/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** Serves an echo with `effect/http` that checks the token and the host of each request. */
export const serveEcho = async (
  listen: ListenAt,
  token: string
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const digest = createHash("sha256").update(token).digest()
  const route = HttpRouter.add("POST", "/echo", (request) =>
    Effect.gen(function* () {
      const { authorization = "", host } = request.headers
      const given = createHash("sha256").update(authorization.slice("Bearer ".length)).digest()
      if (host !== "localhost" || !timingSafeEqual(given, digest)) return HttpServerResponse.empty({ status: 403 })
      return HttpServerResponse.jsonUnsafe(JSON.parse(yield* request.text))
    })
  )
  const scope = Scope.makeUnsafe()
  const at = "socket" in listen ? { path: listen.socket } : listen
  const served = HttpRouter.serve(route, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => createServer(), at))
  )
  const services = await Effect.runPromise(Layer.buildWithScope(served, scope))
  return {
    url: HttpServer.formatAddress(Context.get(services, HttpServer.HttpServer).address),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
