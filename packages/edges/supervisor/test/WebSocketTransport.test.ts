import { EventEmitter } from "node:events"
import type { Socket } from "node:net"
import { expect, it } from "vitest"
import { type MessageSocket, WebSocketTransport } from "../src/WebSocketTransport.ts"

it("has at most one answer to a ping unread, and then answers the latest ping", () => {
  const pongs: Array<string> = []
  const written: Array<() => void> = []
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    isPaused: false,
    pong: (data: Buffer, _mask: boolean, done: () => void) => {
      pongs.push(`${data}`)
      written.push(done)
    }
  }) as unknown as MessageSocket & EventEmitter
  const events = { parse: JSON.parse, came: () => {}, drained: () => {}, ended: () => {}, gone: () => {} }
  new WebSocketTransport(socket, { bytesRead: 0 } as Socket, 60_000, events)
  for (let i = 0; i < 10_000; i++) socket.emit("ping", Buffer.from(`${i}`))
  expect(pongs).toEqual(["0"])
  written[0]?.()
  expect(pongs).toEqual(["0", "9999"])
  written[1]?.()
  expect(pongs).toEqual(["0", "9999"])
  socket.emit("close")
})
