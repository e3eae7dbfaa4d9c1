import { findFailedRows } from "@toolgate/testing"
import { expect, it } from "vitest"
import { callMessage, openSocket, type RawClient } from "./openSocket.ts"
import { openTestServer } from "./openTestServer.ts"

const open = async (options: Parameters<typeof openTestServer>[0] = {}) => {
  const server = await openTestServer(options)
  const { secret, ask } = await server.addToken({ name: "hostile" })
  const next = await server.addToken({ name: "next" })
  const neighbour = await openSocket(server.url, next.secret)
  await neighbour.next()
  let calls = 0
  return {
    ...server,
    ask,
    attack: async (options: object = {}) => {
      const client = await openSocket(server.url, secret, options)
      const { session } = await client.next()
      return { ...client, session }
    },
    /** Expects that another agent is still answered. */
    goesOn: async () => {
      const id = `${calls++}`
      neighbour.socket.send(callMessage(id))
      expect(await neighbour.next()).toMatchObject({ tool_call_id: id, ok: true })
    }
  }
}

/** Makes the head of a masked frame of a WebSocket. The mask is zero. */
const head = (first: number, bytes: number): Buffer => {
  const long = Buffer.alloc(14)
  long.writeUInt8(first, 0)
  long.writeUInt8(0x80 | 127, 1)
  long.writeBigUInt64BE(BigInt(bytes), 2)
  return long
}

const frame = (first: number, payload: Uint8Array): Buffer => Buffer.concat([head(first, payload.length), payload])

it("a client that breaks the protocol is cut with a code, and no other agent notices", async () => {
  const { attack, goesOn } = await open()
  const bytes = Buffer.from(callMessage("1"))
  const rows: ReadonlyArray<readonly [string, readonly [code: number, act: (client: RawClient) => void]]> = [
    ["a binary message", [1003, ({ socket }) => socket.send(Buffer.from("{}"))]],
    [
      "a binary message after a call",
      [1003, ({ socket }) => [callMessage("1", "wait", {}), Buffer.of(0)].map((one) => socket.send(one))]
    ],
    ["a text that is not JSON", [1002, ({ socket }) => socket.send("{]")]],
    ["half of a message", [1002, ({ socket }) => socket.send(callMessage("1").slice(0, 20))]],
    [
      "a repeated member",
      [1002, ({ socket }) => socket.send('{"op":"tool_cancel","tool_call_id":"1","tool_call_id":"2"}')]
    ],
    ["the head of a message of 100 MB", [1009, ({ write }) => write(head(0x81, 100_000_000))]],
    ["the head of a message of 2^63 bytes", [1009, ({ write }) => write(head(0x81, 0).fill(0x7f, 2, 10))]],
    [
      "fragments that together are too long",
      [
        1009,
        ({ socket }) => {
          const piece = " ".repeat(8 * 1024 * 1024)
          for (let i = 0; i < 3; i++) socket.send(piece, { fin: false })
        }
      ]
    ],
    [
      "too many fragments",
      [
        1008,
        ({ socket }) => {
          for (let i = 0; i < 2_000; i++) socket.send("", { fin: false })
        }
      ]
    ],
    ["a compressed message, though none was agreed on", [1002, ({ write }) => write(frame(0xc1, bytes))]],
    ["a frame without a mask", [1002, ({ write }) => write(Buffer.of(0x81, 2, 0x7b, 0x7d))]],
    ["a text that is not UTF-8", [1007, ({ write }) => write(frame(0x81, Buffer.of(0x22, 0xff, 0x22)))]],
    ["an operation that there is not", [1002, ({ write }) => write(frame(0x83, bytes))]],
    ["a continuation of nothing", [1002, ({ write }) => write(frame(0x80, bytes))]],
    ["bytes of another protocol", [1002, ({ write }) => write(Buffer.from("GET / HTTP/1.1\r\n\r\n"))]]
  ]
  const failed = await findFailedRows(rows, async ([code, act]) => {
    const client = await attack()
    act(client)
    expect(await client.closed).toBe(code)
    await goesOn()
  })
  expect(failed).toEqual({})
})

it("a message in fragments, with pings between them, is answered like any other", async () => {
  const { attack } = await open()
  const { socket, next } = await attack()
  const text = callMessage("é", "say", { text: "ü 😀" })
  for (const [at, character] of [...text].entries()) {
    socket.send(character, { fin: at === [...text].length - 1 })
    if (at % 10 === 0) socket.ping()
  }
  expect(await next()).toMatchObject({ tool_call_id: "é", result: { text: "ü 😀" } })
  socket.close()
})

it("10,000 pings delay no answer", async () => {
  const { attack, goesOn } = await open()
  const { socket, next } = await attack()
  for (let i = 0; i < 10_000; i++) socket.ping(Buffer.alloc(125))
  socket.send(callMessage("1"))
  await goesOn()
  expect(await next()).toMatchObject({ tool_call_id: "1", ok: true })
  socket.close()
})

it("no compression is agreed on", async () => {
  const { attack } = await open()
  const { socket } = await attack({ perMessageDeflate: true })
  expect(socket.extensions).toBe("")
  socket.close()
})

it("a client that disappears in the middle of a call has it cancelled", async () => {
  const { attack, ask, goesOn } = await open()
  const { socket, session } = await attack()
  socket.send(callMessage("1", "wait", {}))
  const openCalls = async () => (await ask("GET", `/v1/sessions/${session}`)).body.openCalls
  await expect.poll(openCalls).toBe(1)
  socket.terminate()
  await expect.poll(openCalls).toBe(0)
  await goesOn()
})

it.each([
  ["answers no ping", () => {}, { autoPong: false }],
  ["stops in the middle of a frame", ({ write }: RawClient) => write(head(0x81, 1_000)), {}]
])("a client that %s is cut", async (_, act, options) => {
  const { attack } = await open({ runners: { heartbeatMs: 20 } })
  const client = await attack(options)
  act(client)
  // The pong of the client may end the frame, which is then not UTF-8.
  expect([1006, 1007]).toContain(await client.closed)
})

it("a client that does not read is read no further, and cut", async () => {
  const { attack, ask, goesOn } = await open({ runners: { heartbeatMs: 2_000, unreadBytes: 100_000 } })
  const { socket, session } = await attack()
  socket.send(callMessage("held", "wait", {}))
  const openCalls = async () => (await ask("GET", `/v1/sessions/${session}`)).body.openCalls
  await expect.poll(openCalls).toBe(1)
  socket.pause()
  const text = "x".repeat(1_000_000)
  for (let i = 0; i < 40; i++) socket.send(callMessage(`${i}`, "say", { text }))
  await goesOn()
  await expect.poll(openCalls).toBe(0)
  socket.terminate()
})
