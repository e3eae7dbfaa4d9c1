import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { connect as connectSocket, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { FrameDecoder } from "../src/frames.ts"
import { LineTransport } from "../src/LineTransport.ts"
import { OpenCalls } from "../src/OpenCalls.ts"
import { SupervisorChannel } from "../src/SupervisorChannel.ts"

it("writes to the system only what it accepts while the supervisor does not read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-runner-"))
  const server = createServer({ pauseOnConnect: true }).listen(join(folder, "socket"))
  const accepted = once(server, "connection")
  const socket = connectSocket(join(folder, "socket"))
  const [peer] = (await accepted) as [Socket]
  const channel = new SupervisorChannel(new LineTransport(socket, socket))
  const calls = new OpenCalls(channel, { frameBytes: 1024 * 1024, inFlight: 1000 })
  channel.listen({
    message: (message) => message.op === "tool_response" && calls.answered(message),
    drained: () => calls.sendWaiting(),
    ended: (why) => calls.rejectAll(why)
  })

  const text = "x".repeat(100_000)
  const answers = Array.from({ length: 300 }, (_, n) => calls.call<{ n: number }>("Echo", { n, text }, {}))
  while (!socket.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve))
  expect(socket.writableLength).toBeLessThan(500_000)

  const decoder = new FrameDecoder()
  peer.on("data", (bytes: Buffer) => {
    expect(socket.writableLength).toBeLessThan(500_000)
    for (const { tool_call_id, args } of decoder.push(bytes)) {
      const { n } = args as { n: number }
      peer.write(`${JSON.stringify({ op: "tool_response", tool_call_id, ok: true, result: { n } })}\n`)
    }
  })
  peer.resume()
  const numbers = (await Promise.all(answers)).map(({ result }) => result.n)
  expect(numbers).toEqual(Array.from(answers, (_, n) => n))

  channel.close()
  peer.destroy()
  server.close()
  rmSync(folder, { recursive: true })
})
