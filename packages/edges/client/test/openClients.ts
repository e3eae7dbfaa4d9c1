import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, connect, createServer as createRelay, type Socket } from "node:net"
import { onTestFinished } from "vitest"
import { openTestServer } from "../../server/test/openTestServer.ts"
import { type Approval, type Client, type ClientOptions, createClient } from "../src/index.ts"

type NewToken = Parameters<Awaited<ReturnType<typeof openTestServer>>["addToken"]>[0]

/** Opens a gate and its server. Clients reach it through a relay whose connections can be cut. */
export const openClients = async (options?: Parameters<typeof openTestServer>[0]) => {
  const server = await openTestServer(options)
  const relay = await openRelay(Number(new URL(server.url).port))
  /** Makes a client with a new token. */
  const addClient = async (token: NewToken, further: Partial<ClientOptions> = {}) => {
    const { secret } = await server.addToken(token)
    return createClient({ url: relay.url, token: secret, ...further })
  }
  return { ...server, relay, addClient }
}

/** Opens a relay to a port. */
const openRelay = async (port: number) => {
  const sockets = new Set<Socket>()
  const relay = createRelay((near) => {
    const far = connect(port, "127.0.0.1")
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => sockets.delete(socket))
    }
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    relay.close()
    cut()
  })
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`, cut }
}

/** Opens an HTTP server that is not ours, and a client of it. */
export const openStrangeServer = async (listener: RequestListener, options: Partial<ClientOptions> = {}) => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, client: createClient({ url, token: "t", ...options }), requests: () => requests, close }
}

/** Waits until there are this many open questions, and returns them. */
export const waitForQuestions = async ({ approvals }: Client, count: number): Promise<ReadonlyArray<Approval>> => {
  for (;;) {
    const { items } = await approvals.list()
    if (items.length >= count) return items
  }
}

/** Returns the failure of a promise. */
export const catchFailure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
