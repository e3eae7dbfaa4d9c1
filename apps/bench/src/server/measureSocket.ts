import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, createServer, request, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { SessionStore, TokenStore } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { openServer } from "@toolgate/server"
import { MemorySessionStore, MemoryTokenStore, makeToken } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { createToolgate } from "toolgate"
import type { Case, Family } from "../Case.ts"
import { echo, text } from "../echo.ts"
import { callOverSocket } from "../targets.ts"

/** Measures a call over one connection to a Unix socket, beside echoes of the same body. Client and server are one process. */
export const measureSocket = async (): Promise<Family> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-"))
  const node = makeCalls("an echo of Node", () => serveNode(join(folder, "node.sock")))
  const bare = makeCalls("an echo of effect/http", () => serveEffect(join(folder, "effect.sock")))
  const gate = makeCalls("a call of a gate", () => serveGate(join(folder, "gate.sock")))
  return {
    name: "server.socket",
    title: "A call over one connection to a Unix socket",
    apart: true,
    cases: [node, bare, gate],
    figures: (measured) => [
      measured.figure(node.name),
      measured.figure(bare.name, node.name),
      measured.figure(gate.name, bare.name, callOverSocket),
      measured.figure(gate.name, node.name)
    ],
    close: async () => {
      for (const { close } of [node, bare, gate]) await close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

interface Serving {
  readonly socketPath: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly close: () => Promise<void>
}

const body = JSON.stringify({ tool: "echo", args: { text } })

/** Returns the case of requests to a server that is started with the first one. */
const makeCalls = (name: string, serve: () => Promise<Serving>): Case & { readonly close: () => Promise<void> } => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let opened: Serving | undefined
  const send = ({ socketPath, path, headers }: Serving) =>
    new Promise<string>((resolve, reject) => {
      const sent = request({ socketPath, path, headers, agent, method: "POST" }, (answer) => {
        let seen = ""
        answer.setEncoding("utf8")
        answer.on("data", (piece) => (seen += piece))
        answer.on("end", () => resolve(seen))
      })
      sent.on("error", reject)
      sent.end(body)
    })
  return {
    name,
    run: async (times) => {
      opened ??= await serve()
      for (let n = 0; n < times; n++)
        if (!(await send(opened)).includes(text)) throw new Error("An answer has no text.")
    },
    close: async () => {
      agent.destroy()
      await opened?.close()
    }
  }
}

const headers = { host: "localhost", "content-type": "application/json", "content-length": String(body.length) }

const serveNode = async (socketPath: string): Promise<Serving> => {
  const server: Server = createServer((received, answer) => {
    const pieces: Array<Buffer> = []
    received.on("data", (piece) => pieces.push(piece))
    received.on("end", () => {
      answer.setHeader("content-type", "application/json")
      answer.end(JSON.stringify(JSON.parse(Buffer.concat(pieces).toString("utf8"))))
    })
  })
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return { socketPath, path: "/", headers, close: async () => void server.close() }
}

const serveEffect = async (socketPath: string): Promise<Serving> => {
  const route = HttpRouter.add("POST", "/", (received) => Effect.map(received.json, HttpServerResponse.jsonUnsafe))
  const server = HttpRouter.serve(route, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(NodeHttpServer.layer(() => createServer(), { path: socketPath }))
  )
  const scope = Scope.makeUnsafe()
  await Effect.runPromise(Layer.buildWithScope(server, scope))
  return { socketPath, path: "/", headers, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

const serveGate = async (socketPath: string): Promise<Serving> => {
  const workspace = process.cwd()
  const gate = await createToolgate({ workspace, policy: "default", tools: [echo("echo", "async")] })
  const services = await Effect.runPromise(
    Effect.scoped(Layer.build(Layer.merge(MemoryTokenStore.layer, MemorySessionStore.layer)))
  )
  const store = {
    tokens: Context.get(services, TokenStore),
    sessions: Context.get(services, SessionStore),
    key: new SecretKey(randomBytes(32))
  }
  const { secret, token } = makeToken({ name: "bench" }, { by: "bench", at: Date.now() }, store.key)
  await Effect.runPromise(store.tokens.add(token))
  const limits = { open: 1e9, perSecond: 1e9, burst: 1e9 }
  const server = await openServer({ gate, workspace, listen: { socket: socketPath }, store, limits })
  const authorized = { ...headers, authorization: `Bearer ${secret}` }
  const opening = {
    socketPath,
    method: "POST",
    path: "/v1/sessions",
    headers: { ...authorized, "content-length": "2" }
  }
  const id = await new Promise<string>((resolve, reject) =>
    request(opening, (answer) => {
      answer.setEncoding("utf8")
      answer.on("data", (piece) => resolve(JSON.parse(piece).id))
    })
      .on("error", reject)
      .end("{}")
  )
  return {
    socketPath,
    path: `/v1/sessions/${id}/calls`,
    headers: authorized,
    close: async () => {
      await server.close()
      await gate.close()
    }
  }
}
