import { PendingApprovals, ToolEvents } from "@toolgate/core"
import { openMcpEndpoint } from "@toolgate/mcp-server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { partsOf } from "toolgate/effect"
import { Access, makeAccess } from "./access/Access.ts"
import { authorizationLayer } from "./access/authorizationLayer.ts"
import { TokenLimits } from "./access/TokenLimits.ts"
import { Api, ServedApi } from "./api/Api.ts"
import { EventStreams } from "./events/EventStreams.ts"
import { approvalHandlers, confirmationHandlers } from "./handlers/approvalHandlers.ts"
import { callRoutes } from "./handlers/callRoutes.ts"
import { eventRoute } from "./handlers/eventRoute.ts"
import { healthHandlers } from "./handlers/healthHandlers.ts"
import { sessionHandlers } from "./handlers/sessionHandlers.ts"
import { toolHandlers } from "./handlers/toolHandlers.ts"
import { turnHandlers } from "./handlers/turnHandlers.ts"
import { openListener } from "./listen/openListener.ts"
import { createCallerLookup } from "./mcp/createCallerLookup.ts"
import { mcpDoor, mcpRoute } from "./mcp/mcpRoute.ts"
import { PageAnswers } from "./page/PageAnswers.ts"
import { pageDoor, pageRoutes } from "./page/pageRoutes.ts"
import type { OpenServer, ServerOptions } from "./ServerOptions.ts"
import { Approvals } from "./sessions/Approvals.ts"
import { Sessions } from "./sessions/Sessions.ts"

/** Serves a gate over HTTP. Rejects if the address is taken. */
export const openServer = async (options: ServerOptions): Promise<OpenServer> => {
  const { gate, workspace, findToken, limits, streams: bounds, mcp } = options
  const { services, base } = partsOf(gate)
  const sessions = new Sessions(gate, workspace)
  const approvals = new Approvals(Context.get(services, PendingApprovals), sessions)
  const streams = new EventStreams(bounds)
  const opened: { page?: PageAnswers } = {}
  const approveAt = options.page && ((id: string) => opened.page?.addressOf(id) ?? "")
  const endpoint =
    mcp &&
    (await openMcpEndpoint({
      gate: services,
      workspace: base.workspace,
      ...(approveAt === undefined ? {} : { approveAt }),
      ...mcp
    }))
  let isReady = true

  const api = HttpApiBuilder.layer(ServedApi).pipe(
    Layer.provide([
      sessionHandlers(sessions),
      turnHandlers(sessions),
      toolHandlers(sessions),
      approvalHandlers(approvals, gate),
      ...confirmationHandlers(approvals),
      healthHandlers(() => isReady)
    ]),
    Layer.provide([authorizationLayer, HttpApiMiddleware.layerProblemDetails({ includeDetails: true })])
  )
  const routes = Layer.mergeAll(
    api,
    callRoutes(sessions),
    eventRoute(sessions, streams),
    endpoint === undefined ? Layer.empty : mcpRoute(endpoint, createCallerLookup(mcp?.approvals ?? "defer")),
    HttpRouter.add("GET", "/openapi.json", HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))),
    HttpApiScalar.layer(Api, { path: "/docs" })
  ).pipe(Layer.provide(Layer.succeed(Access, makeAccess(findToken, new TokenLimits(limits)))))
  const scope = Scope.makeUnsafe()
  const listening = Effect.flatMap(ToolEvents, ({ listen }) => listen((event) => streams.publish(event)))
  await Effect.runPromiseWith(services)(Scope.provide(listening, scope))
  const ending = async () => {
    isReady = false
    streams.close()
    await endpoint?.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  const { url, close } = await openListener(services, {
    ...options,
    routes: (address) => {
      if (options.page === undefined) return routes
      opened.page = new PageAnswers({ gate: services, ...options.page }, address)
      return Layer.merge(routes, pageRoutes(opened.page))
    },
    doors: [...(mcp === undefined ? [] : [mcpDoor]), ...(options.page === undefined ? [] : [pageDoor])],
    ending
  }).catch(async (cause) => {
    await ending()
    throw cause
  })
  return { url, close, ...opened }
}
