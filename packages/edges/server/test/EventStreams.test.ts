import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import type { ToolEvent } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished, vi } from "vitest"
import { EventStreams, type Listening } from "../src/events/EventStreams.ts"

const delta = (text: string): ToolEvent => ({
  type: "tool.output_delta",
  at: 0,
  session: "s",
  turn: "t",
  agent: "a",
  callId: "1",
  toolName: "shell",
  stream: "stdout",
  text,
  cut: false
})

/** Opens a server that streams every event to each connection, and returns a function that connects without reading. */
const serve = async (streams: EventStreams, further: Partial<Listening> = {}) => {
  const server = createServer(
    (_, response) =>
      void streams.stream(response, { wants: () => true, isStillValid: Effect.succeed(true), ...further })
  )
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    socket.on("error", () => {})
    onTestFinished(() => void socket.destroy())
    const answered = once(server, "request") as Promise<[unknown, ServerResponse]>
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
    const [, response] = await answered
    return { socket, response }
  }
}

it("cuts a client that reads nothing, holds none of its events, and tells the others", async () => {
  const streams = new EventStreams({ kept: 100, listeners: 10, patienceMs: 1 })
  const connectTo = await serve(streams)
  const silent = await connectTo()
  const reading = await connectTo()
  let received = ""
  reading.socket.setEncoding("utf8").on("data", (text: string) => {
    received += text
  })
  const cut = once(silent.response, "close")
  let longest = 0
  let isCut = false
  void cut.then(() => {
    isCut = true
  })
  for (let count = 0; !isCut; count++) {
    streams.publish(delta(`${count} ${"x".repeat(50_000)}`))
    longest = Math.max(longest, silent.response.writableLength)
    // Gives the sockets a turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(streams.count).toBe(1)
  // A batch of events, and no more, waits for a client that does not read.
  expect(longest).toBeLessThan(256 * 60_000)
  streams.publish(delta("the last one"))
  while (!received.includes("the last one")) await once(reading.socket, "data")
})

it("ends all streams when it is closed", async () => {
  const streams = new EventStreams()
  const connectTo = await serve(streams)
  const { socket } = await connectTo()
  socket.resume()
  const ended = once(socket, "end")
  streams.close()
  socket.end()
  await ended
  while (streams.count > 0) await new Promise((resolve) => setImmediate(resolve))
})

it("writes no event after the end of a token, also before the token is checked again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const streams = new EventStreams()
  const connectTo = await serve(streams, { expiresAt: 1_000 })
  const { socket } = await connectTo()
  let received = ""
  socket.on("data", (piece) => {
    received += piece
  })
  streams.publish(delta("early"))
  vi.setSystemTime(1_000)
  streams.publish(delta("late"))
  while (!received.endsWith("0\r\n\r\n")) await once(socket, "data")
  expect(received).toContain("early")
  expect(received).not.toContain("late")
})
