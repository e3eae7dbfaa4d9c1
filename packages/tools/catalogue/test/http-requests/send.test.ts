import { createServer, connect as netConnect, type Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { expect, it, onTestFinished } from "vitest"
import { type Connect, HttpFault, type SendOptions, send } from "../../src/http-requests.ts"

const served = async (answer: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).once("data", () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { readonly port: number }).port
}

const asked = (port: number, options: Partial<SendOptions> = {}) =>
  send(
    {
      method: "GET",
      url: { scheme: "http:", host: "server.example", port },
      target: "/",
      headers: {},
      body: undefined
    },
    { signal: new AbortController().signal, mostBytes: 100, connect: toLoopback, ...options }
  )

const toLoopback: Connect = ({ port }) =>
  new Promise((resolve, reject) => {
    const socket = netConnect(port, "127.0.0.1", () => resolve(socket)).on("error", reject)
  })

it("uses the given connection, and names the host to the server", async () => {
  const port = await served((socket) => socket.end("HTTP/1.1 200 OK\r\nX-Two: 1\r\nx-two: 2\r\n\r\nhello"))
  const { body, headers, isCut, status } = await asked(port)
  expect({ body: String(body), headers, isCut, status }).toEqual({
    body: "hello",
    headers: [
      ["x-two", "1"],
      ["x-two", "2"]
    ],
    isCut: false,
    status: 200
  })
})

it("cuts an endless body at its limit", async () => {
  const port = await served((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n")
    const more = () => socket.destroyed || socket.write("x".repeat(1000), more)
    more()
  })
  const { body, isCut } = await asked(port, { tooLong: "cut" })
  expect({ length: body.length, isCut }).toEqual({ length: 100, isCut: true })
})

it("cuts a compressed body after decompressing it, at any compressed size", async () => {
  const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const port = await served((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`)
    socket.end(packed)
  })
  const { body, isCut } = await asked(port, { tooLong: "cut" })
  expect({ length: body.length, isCut }).toEqual({ length: 100, isCut: true })
})

it.each([
  ["that is no HTTP", "EHLO\r\n"],
  ["that ends within its headers", "HTTP/1.1 200 OK\r\nA: b"],
  ["with two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  [
    "with a length and chunks",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
  ],
  ["that is shorter than it says", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"]
])("rejects an answer %s", async (_, bytes) => {
  const port = await served((socket) => socket.end(bytes))
  await expect(asked(port)).rejects.toMatchObject({ name: "Error", state: "lost" })
})

it("reports that nothing was sent if there is no route to the server", async () => {
  const none: Connect = () => Promise.reject(new HttpFault("unsent", "No."))
  await expect(asked(1, { connect: none })).rejects.toMatchObject({ state: "unsent", message: "No." })
  await expect(asked(1, { connect: () => Promise.reject(new Error("x")) })).rejects.toMatchObject({ state: "unsent" })
})

it("ends at once when it is aborted, and reports whether the request was sent", async () => {
  const aborting = new AbortController()
  const port = await served(() => aborting.abort())
  await expect(asked(port, { signal: aborting.signal })).rejects.toMatchObject({ state: "lost" })
  await expect(asked(port, { signal: AbortSignal.abort(), connect: never })).rejects.toMatchObject({ state: "unsent" })
})

const never: Connect = (_, signal) => Promise.reject(signal.reason)
