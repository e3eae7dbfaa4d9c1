import { createConnection } from "node:net"
import { describe, expect, it } from "vitest"
import { serveHttpGate } from "./serveHttpGate.ts"

const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {}
    }
  }
})

const good = {
  host: "127.0.0.1",
  authorization: "Bearer the-token-of-alice",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/list"
}

/** Sends a raw request, and returns the status of the answer. */
const statusOf = (url: string, line: string, lines: ReadonlyArray<string>) =>
  new Promise<number>((resolve, reject) => {
    const socket = createConnection(Number(new URL(url).port), "127.0.0.1")
    socket.once("error", reject)
    socket.once("data", (data) => {
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(data.toString())?.[1]))
      socket.destroy()
    })
    socket.write(`${line}\r\n${lines.join("\r\n")}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`)
    socket.write(body)
  })

const linesOf = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const post = "POST /mcp HTTP/1.1"

describe("a request over HTTP", () => {
  it.each(["127.0.0.1", "localhost", "LOCALHOST:7333", "[::1]:7333"])("is served for the Host %s", async (host) => {
    const { url } = await serveHttpGate()
    expect(await statusOf(url, post, linesOf({ ...good, host }))).toBe(200)
  })

  it.each([
    "",
    "evil.example",
    "evil@localhost",
    "localhost@evil.example",
    "127.0.0.1/evil",
    "127.0.0.1.",
    "0x7f.1",
    "2130706433",
    "localhost, evil.example",
    "localhost:evil",
    "localhost:99999",
    "[::ffff:127.0.0.1]"
  ])("is refused for the Host %j", async (host) => {
    const { url } = await serveHttpGate()
    expect(await statusOf(url, post, linesOf({ ...good, host }))).toBe(403)
  })

  it.each(["", "null", "https://evil.example", "http://localhost.evil.example", "http://localhost@evil.example"])(
    "is refused for the Origin %j",
    async (origin) => {
      const { url } = await serveHttpGate()
      expect(await statusOf(url, post, linesOf({ ...good, origin }))).toBe(403)
    }
  )

  it.each([
    ["host", "evil.example"],
    ["origin", "http://localhost"],
    ["authorization", "Bearer the-token-of-bob"],
    ["content-type", "text/plain"],
    ["mcp-protocol-version", "2025-11-25"],
    ["mcp-method", "tools/call"]
  ])("is refused with two headers %s, in either order", async (name, value) => {
    const { url } = await serveHttpGate()
    const lines = linesOf({ origin: "http://127.0.0.1", ...good })
    expect(await statusOf(url, post, [...lines, `${name}: ${value}`])).toBe(400)
    expect(await statusOf(url, post, [`${name}: ${value}`, ...lines])).toBe(400)
  })

  it.each([
    ["an address with another host in it", "POST http://evil.example/mcp HTTP/1.1", {}, 403],
    ["a method that is none of the protocol's", "TRACE /mcp HTTP/1.1", {}, 405],
    ["a body that is said to be compressed", post, { "content-encoding": "gzip" }, 415],
    ["no Host, in HTTP/1.0", "POST /mcp HTTP/1.0", { host: undefined }, 403]
  ] as const)("is refused with %s", async (_, line, change, status) => {
    const { url } = await serveHttpGate()
    const given = Object.entries({ ...good, ...change }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined
    )
    expect(await statusOf(url, line, linesOf(Object.fromEntries(given)))).toBe(status)
  })
})
