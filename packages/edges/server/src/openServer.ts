import { AuditReader } from "@toolgate/audit"
import { ArtifactStore, PendingApprovals, ToolEvents } from "@toolgate/core"
import { openMcpEndpoint } from "@toolgate/mcp-server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { GatePolicy, partsOf } from "toolgate/effect"
import { Access, makeAccess } from "./access/Access.ts"
import { authorizationLayer } from "./access/authorizationLayer.ts"
import { openFindToken } from "./access/openFindToken.ts"
import { makeFindProxied } from "./access/persons/makeFindProxied.ts"
import { makeRecordAdministration } from "./access/recordAdministration.ts"
import { requestProblemsLayer } from "./access/requestProblemsLayer.ts"
import { TokenLimits } from "./access/TokenLimits.ts"
import { Api, ServedApi } from "./api/Api.ts"
import { SessionArtifacts } from "./artifacts/SessionArtifacts.ts"
import { EventStreams } from "./events/EventStreams.ts"
import { approvalHandlers, confirmationHandlers } from "./handlers/approvalHandlers.ts"
import { artifactHandlers } from "./handlers/artifactHandlers.ts"
import { artifactRoutes } from "./handlers/artifactRoutes.ts"
import { callRoutes } from "./handlers/callRoutes.ts"
import { eventRoute } from "./handlers/eventRoute.ts"
import { healthHandlers } from "./handlers/healthHandlers.ts"
import { metricsRoute } from "./handlers/metricsRoute.ts"
import { pinHandlers } from "./handlers/pinHandlers.ts"
import { policyHandlers } from "./handlers/policyHandlers.ts"
import { recordHandlers } from "./handlers/recordHandlers.ts"
import { runnerRoute } from "./handlers/runnerRoute.ts"
import { sessionHandlers } from "./handlers/sessionHandlers.ts"
import { signInHandlers } from "./handlers/signInHandlers.ts"
import { toolHandlers } from "./handlers/toolHandlers.ts"
import { turnHandlers } from "./handlers/turnHandlers.ts"
import { openListener } from "./listen/openListener.ts"
import { createCallerLookup } from "./mcp/createCallerLookup.ts"
import { mcpDoor, mcpRoute } from "./mcp/mcpRoute.ts"
import { PageAnswers } from "./page/PageAnswers.ts"
import { pageDoor, pageRoutes } from "./page/pageRoutes.ts"
import { GatePins } from "./pins/GatePins.ts"
import { reloadPolicy } from "./policy/reloadPolicy.ts"
import { residentRoutes } from "./resident/residentRoutes.ts"
import { RunnerConnections } from "./runners/RunnerConnections.ts"
import type { OpenServer, ServerOptions } from "./ServerOptions.ts"
import { Approvals } from "./sessions/Approvals.ts"
import { Sessions } from "./sessions/Sessions.ts"
import { SignIn } from "./sign-in/SignIn.ts"
import { signInDoor, signInRoute } from "./sign-in/signInRoute.ts"
import { openWebhooks } from "./webhooks/openWebhooks.ts"

/** Serves a gate over HTTP. Rejects if the address is taken. */
export const openServer = async (options: ServerOptions): Promise<OpenServer> => {
  const { gate, gates, workspace, store, limits, streams: bounds, mcp, resident, oidc, proxy } = options
  const findProxied = proxy === undefined ? undefined : makeFindProxied(proxy, options.listen)
  const signIn = options.signIn === true ? new SignIn(store) : undefined
  const { services, base, supervising } = partsOf(gate)
  const sessions = new Sessions({ gate, gates, workspace, store: store.sessions, key: store.key })
  const approvals = new Approvals(Context.get(services, PendingApprovals), sessions)
  const artifacts = new SessionArtifacts(Option.getOrUndefined(Context.getOption(services, ArtifactStore)), sessions)
  const recordAdministration = makeRecordAdministration(services)
  const policy = Option.getOrUndefined(Context.getOption(services, GatePolicy))
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
  const scope = Effect.runSync(Scope.make())
  const findToken = await Effect.runPromise(Scope.provide(openFindToken(store, oidc, signIn?.sessions), scope))
  const runners = new RunnerConnections(sessions, supervising, options.runners)
  sessions.onEnd = (id) => runners.endSession(id)
  const checkTokens = () => {
    void runners.check()
    void streams.check()
  }
  if (signIn !== undefined) signIn.sessions.onEnd = checkTokens
  await Effect.runPromise(Scope.provide(store.tokens.listen(checkTokens), scope))

  const api = HttpApiBuilder.layer(ServedApi).pipe(
    Layer.provide([
      sessionHandlers(sessions),
      turnHandlers(sessions),
      toolHandlers(sessions),
      approvalHandlers(approvals, sessions),
      artifactHandlers(artifacts),
      pinHandlers(new GatePins(services, recordAdministration)),
      policyHandlers(policy, base.workspace, recordAdministration),
      recordHandlers(Option.getOrUndefined(Context.getOption(services, AuditReader)), sessions),
      ...confirmationHandlers(approvals),
      signInHandlers(signIn),
      healthHandlers(() => isReady)
    ]),
    Layer.provide([authorizationLayer, requestProblemsLayer])
  )
  const routes = Layer.mergeAll(
    api,
    callRoutes(sessions),
    eventRoute(sessions, streams),
    artifactRoutes(artifacts),
    metricsRoute(sessions, streams, options.metrics),
    // Runners need the engine of one gate.
    gates === undefined ? runnerRoute(sessions, runners) : Layer.empty,
    resident === undefined ? Layer.empty : residentRoutes(resident),
    signIn === undefined ? Layer.empty : signInRoute,
    endpoint === undefined ? Layer.empty : mcpRoute(endpoint, createCallerLookup(mcp?.approvals ?? "defer")),
    HttpRouter.add("GET", "/openapi.json", HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))),
    HttpApiScalar.layer(Api, { path: "/docs" })
  ).pipe(Layer.provide(Layer.succeed(Access, makeAccess(findToken, new TokenLimits(limits), findProxied))))
  const ending = async () => {
    isReady = false
    streams.close()
    await Promise.all([sessions.drain(options.graceMs ?? usualGraceMs), runners.close(), endpoint?.close()])
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  const run = Effect.runPromiseWith(services)
  const opening = Effect.gen(function* () {
    gates?.listen((event) => streams.publish(event))
    yield* Effect.flatMap(ToolEvents, ({ listen }) => listen((event) => streams.publish(event)))
    const webhooks = yield* openWebhooks(options, { graceMs: options.graceMs ?? usualGraceMs })
    const listener = yield* Effect.promise(() =>
      openListener(services, {
        ...options,
        connected: resident?.connected,
        routes: (address) => {
          if (options.page === undefined) return routes
          opened.page = new PageAnswers({ gate: services, ...options.page }, address)
          return Layer.merge(routes, pageRoutes(opened.page))
        },
        doors: [
          ...(mcp === undefined ? [] : [mcpDoor]),
          ...(options.page === undefined ? [] : [pageDoor]),
          ...(signIn === undefined ? [] : [signInDoor])
        ],
        ending
      })
    )
    return { ...listener, webhooks }
  })
  const { webhooks, ...listener } = await run(Scope.provide(opening, scope)).catch(async (cause) => {
    await ending()
    throw cause
  })
  return {
    ...listener,
    ...opened,
    webhooks,
    ...(signIn === undefined ? {} : { makeSignInAddress: () => signIn.makeAddress(listener.url, options) }),
    reloadPolicy: async (who) => policy && run(reloadPolicy(policy, who, recordAdministration))
  }
}

const usualGraceMs = 5_000
