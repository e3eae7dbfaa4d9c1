import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { onTestFinished } from "vitest"

/** A request as a server received it. */
export interface Got {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** Starts a server on this machine with custom answers, and records its requests. */
export const startWebServer = async (answer: (request: Got, response: ServerResponse) => void) => {
  const requests: Array<Got> = []
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = "", url = "", headers } = request
    const got = { method, url, headers, body: Buffer.concat(chunks).toString() }
    requests.push(got)
    answer(got, response)
  })
  server.on("connection", (socket) => sockets.add(socket.on("error", () => {})))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { readonly port: number }
  return { port, origin: `http://127.0.0.1:${port}`, requests, sockets }
}
