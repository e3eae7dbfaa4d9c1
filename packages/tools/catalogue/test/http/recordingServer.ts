import { createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"

/** A request as it arrived over the connection. */
export interface Recorded {
  readonly method: string
  readonly target: string
  /** The names in lower case, each with its values in order. */
  readonly headers: Readonly<Record<string, ReadonlyArray<string>>>
  readonly body: string
}

/** A server that records each request byte by byte, and sends the given answers. */
export const recordingServer = async (
  answer: (request: Recorded, socket: Socket) => void = (_, socket) => socket.end(answered("{}"))
) => {
  const requests: Array<Recorded> = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      const end = text.indexOf("\r\n\r\n")
      if (end === -1) return
      const [line = "", ...rest] = text.slice(0, end).split("\r\n")
      const headers: Record<string, Array<string>> = {}
      for (const each of rest) {
        const colon = each.indexOf(":")
        const name = each.slice(0, colon).toLowerCase()
        headers[name] = [...(headers[name] ?? []), each.slice(colon + 2)]
      }
      const body = text.slice(end + 4)
      if (body.length < Number(headers["content-length"]?.[0] ?? 0)) return
      const [method = "", target = ""] = line.split(" ")
      const recorded = { method, target, headers, body: Buffer.from(body, "latin1").toString() }
      requests.push(recorded)
      text = ""
      answer(recorded, socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { readonly port: number }
  return { origin: `http://127.0.0.1:${port}`, port, requests, sockets }
}

/** The bytes of an answer. */
export const answered = (
  body: string | Buffer,
  headers = "Content-Type: application/json",
  status = "200 OK"
): Buffer => {
  const bytes = Buffer.from(body)
  const more = headers === "" ? "" : `${headers}\r\n`
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${more}Content-Length: ${bytes.length}\r\n\r\n`), bytes])
}
