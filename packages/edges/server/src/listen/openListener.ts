import * as Http from "node:http"
import * as Https from "node:https"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type Door, guardRequests, type OwnNames } from "../access/guardRequests.ts"
import type { ListenAt, OpenServer, TlsFiles } from "../ServerOptions.ts"
import { boundConnections } from "./boundConnections.ts"

/** The options of `openListener`. */
export interface ListenerOptions extends OwnNames {
  readonly listen: ListenAt
  readonly tls?: TlsFiles | undefined
  /** Makes the routes, once the address is known. */
  readonly routes: (url: string) => Layer.Layer<never, never, HttpRouter.HttpRouter | NodeHttp>
  /** The doors whose refusals are not problem details. */
  readonly doors?: ReadonlyArray<Door>
  /** The longest body, in bytes. Default: 4 MiB. */
  readonly longestBody?: number | undefined
  /** The most connections. Default: 4,096. */
  readonly connections?: number | undefined
  /** Called for each connection. Returns the function to call when it has ended. */
  readonly connected?: (() => () => void) | undefined
  /** The time in which answers may end when the listener closes, in milliseconds. Default: 5 s. */
  readonly graceMs?: number | undefined
  /** Called when the listener closes. It refuses requests by now, except those that ask how the server is. */
  readonly ending?: () => Promise<void>
}

/** A listener that serves requests. */
export type Listener = Pick<OpenServer, "url" | "close">

type NodeHttp = Layer.Success<ReturnType<typeof NodeHttpServer.layer>>

/** Listens for HTTP requests, behind the one guard of all doors. Rejects if the address is taken. */
export const openListener = async (
  services: Context.Context<never>,
  options: ListenerOptions
): Promise<Listener & Pick<OpenServer, "renewCertificate">> => {
  const {
    listen,
    routes,
    doors,
    longestBody = usualBody,
    connections = usualConnections,
    graceMs = usualGraceMs
  } = options
  let closing: Promise<void> | undefined
  const isReady = () => closing === undefined
  const server = createServer(options.tls)
  const { drained } = boundConnections(server, connections)
  const { connected } = options
  if (connected !== undefined) server.on("connection", (socket) => socket.once("close", connected()))
  const served = Layer.unwrap(
    Effect.map(HttpServer.HttpServer, ({ address }) => {
      const url = formatUrl(address, options)
      return HttpRouter.serve(Layer.merge(routes(url), guardRequests({ ...options, address: url, isReady }, doors)), {
        disableLogger: true,
        disableListenLog: true
      })
    })
  ).pipe(
    Layer.provideMerge(
      NodeHttpServer.layer(() => server, {
        ...("socket" in listen ? { path: listen.socket } : listen),
        gracefulShutdownTimeout: 0
      })
    ),
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(longestBody))),
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
  )
  const scope = Scope.makeUnsafe()
  const end = () => Effect.runPromise(Scope.close(scope, Exit.void))
  const context = await Effect.runPromiseWith(services)(Layer.buildWithScope(served, scope)).catch(async (cause) => {
    await end()
    throw cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  })
  const close = async () => {
    await options.ending?.()
    const closed = new Promise((resolve) => server.once("close", resolve))
    server.close()
    await drained(graceMs)
    await end()
    server.closeAllConnections()
    await closed
  }
  return {
    url: formatUrl(Context.get(context, HttpServer.HttpServer).address, options),
    renewCertificate: ({ certificate, key }) => {
      if (server instanceof Https.Server) server.setSecureContext({ cert: certificate, key, minVersion: "TLSv1.2" })
    },
    close: () => {
      closing ??= close()
      return closing
    }
  }
}

const formatUrl = (
  address: HttpServer.HttpServer["Service"]["address"],
  { tls }: Pick<ListenerOptions, "tls">
): string => {
  const url = HttpServer.formatAddress(address)
  return tls === undefined ? url : url.replace(/^http:/, "https:")
}

/** Creates a server that waits neither long for a head nor for a body. */
const createServer = (tls: TlsFiles | undefined): Http.Server => {
  const times = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }
  if (tls === undefined) return Http.createServer(times)
  const { certificate, key } = tls
  return Https.createServer({ ...times, handshakeTimeout: 10_000, cert: certificate, key, minVersion: "TLSv1.2" })
}

const usualBody = 4 * 1024 * 1024
const usualConnections = 4_096
const usualGraceMs = 5_000
