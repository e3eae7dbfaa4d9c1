import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { SessionStore, TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { openServer } from "@toolgate/server"
import { MemorySessionStore, MemoryTokenStore, makeToken } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { createToolgate, defineTool, Type } from "toolgate"
const [, , kind] = process.argv
let session = "s", secret = "x", port = 0
if (kind === "echo") {
  const route = HttpRouter.add("POST", "/v1/sessions/:session/calls", Effect.gen(function* () {
      const { args } = (yield* (yield* HttpServerRequest.HttpServerRequest).json) as any
      return HttpServerResponse.jsonUnsafe(args)
  }))
  const s = createServer()
  Effect.runFork(Layer.launch(HttpRouter.serve(route, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(NodeHttpServer.layer(() => s, { port: 0, host: "127.0.0.1" })),
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)))))
  await new Promise((r) => s.once("listening", r))
  port = (s.address() as any).port
} else {
  const services = await Effect.runPromise(Effect.scoped(Layer.build(Layer.merge(MemoryTokenStore.layer, MemorySessionStore.layer))))
  const key = new SecretKey(randomBytes(32))
  const store = { tokens: Context.get(services, TokenStore), sessions: Context.get(services, SessionStore), key }
  const echo = defineTool({ name: "echo", description: "Echoes.", sideEffects: "NONE", parameters: Type.Object({ text: Type.String() }), execute: async ({ text }: any) => text })
  const gate = await createToolgate({ workspace: "/tmp", policy: "host", tools: [echo] })
  const server = await openServer({ gate, store, workspace: "/tmp", listen: { host: "127.0.0.1", port: 0 }, limits: { open: 1e9, perSecond: 1e9, burst: 1e9 } })
  const made = makeToken({ name: "a" }, { by: "a", at: 0 }, key)
  await Effect.runPromise(store.tokens.add(made.token)); secret = made.secret
  port = Number(new URL(server.url).port)
  session = (await (await fetch(server.url + "/v1/sessions", { method: "POST", body: "{}", headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" } })).json()).id
}
console.log(JSON.stringify({ port, session, secret }))
process.stdin.on("data", () => { const { user, system } = process.cpuUsage(); console.log(JSON.stringify({ cpu: user + system, rss: process.memoryUsage().rss })) })
process.on("SIGINT", () => process.exit(0))
