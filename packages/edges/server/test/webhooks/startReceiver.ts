import { createServer, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Webhook } from "standardwebhooks"

/** A message as a receiver got it, after its signature was verified. */
export interface Received {
  readonly id: string
  readonly path: string
  readonly message: {
    readonly type: string
    readonly timestamp: string
    readonly data: Readonly<Record<string, string>>
  }
}

/** The secret of the receivers of tests. */
export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`

/** Starts a receiver on this machine that verifies signatures. `answer` answers; by default with 204. */
export const startReceiver = async (
  answer: (response: ServerResponse, received: Received) => void = (response) => response.writeHead(204).end()
) => {
  const received: Array<Received> = []
  const sockets = new Set<Socket>()
  let wake = () => {}
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = request.headers as Record<string, string>
    const message = new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers) as Received["message"]
    const one = { id: headers["webhook-id"] ?? "", path: request.url ?? "", message }
    received.push(one)
    wake()
    answer(response, one)
  })
  server.on("connection", (socket) => sockets.add(socket.on("error", () => {})))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { readonly port: number }
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    sockets,
    /** Waits until the messages fulfil a condition. */
    until: (isDone: (received: ReadonlyArray<Received>) => boolean) =>
      new Promise<void>((resolve) => {
        wake = () => {
          if (isDone(received)) resolve()
        }
        wake()
      }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
