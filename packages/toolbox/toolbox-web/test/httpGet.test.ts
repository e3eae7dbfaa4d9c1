import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { testTool } from "@toolgate/toolbox-testing"
import { afterAll, beforeAll, expect } from "vitest"
import { createHttpGet } from "../src/http-get/definition.ts"
import { createLocalClient } from "./named.ts"

// The cases are defined before the tests run, so the port is fixed in advance.
const port = 20_000 + (process.pid % 20_000)
const origin = `http://127.0.0.1:${port}`
const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024))

const server = createServer((request, response) => {
  const { url = "" } = request
  if (url === "/missing") response.writeHead(404, { "Content-Type": "text/plain" }).end("not here")
  else if (url === "/picture")
    response.writeHead(200, { "Content-Type": "image/png" }).end(Buffer.from([0x89, 0, 0xff]))
  else if (url === "/bomb") response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb)
  else if (url === "/latin")
    response.writeHead(200, { "Content-Type": "text/plain; charset=iso-8859-1" }).end(Buffer.from([0xe9]))
  else if (url === "/slow") response.writeHead(200).write("x")
  else if (url === "/silent") return
  else if (url === "/odd") response.writeHead(200, { "Content-Encoding": "br" }).end("x")
  else if (url === "/cookie")
    response.writeHead(200, { "Set-Cookie": "a=b", "X-Tea": "green" }).end(String(request.headers.host))
  else response.writeHead(200, { "Content-Type": "text/plain" }).end("é".repeat(Number(url.slice(1))))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

testTool(createHttpGet(createLocalClient()), {
  good: {
    name: "fetches a text",
    args: { url: `${origin}/3` },
    value: { status: 200, url: `${origin}/3`, content_type: "text/plain", text: "ééé", bytes: 6, cut: false }
  },
  edge: [
    {
      name: "returns an unsuccessful answer",
      args: { url: `${origin}/missing` },
      value: { status: 404, text: "not here" }
    },
    { name: "returns bytes in base64", args: { url: `${origin}/picture` }, value: { base64: "iQD/", bytes: 3 } },
    { name: "returns nothing", args: { url: `${origin}/0` }, value: { text: "", bytes: 0, cut: false } },
    { name: "reads a text in its own characters", args: { url: `${origin}/latin` }, value: { text: "é" } },
    {
      name: "cuts at a whole character",
      args: { url: `${origin}/3`, max_bytes: 3 },
      value: { text: "é", bytes: 3, cut: true },
      text: /first 1 characters of "text". The body continues after the 3 bytes/
    },
    {
      name: "cuts what is too long to be returned at once",
      args: { url: `${origin}/100000` },
      text: "At most 64 KiB are returned",
      check: ({ output }) => {
        expect(output.value).toMatchObject({ bytes: 200_000, cut: true })
        expect(Buffer.byteLength(JSON.stringify(output.value))).toBeGreaterThan(65_000)
        expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(65_536)
      }
    },
    {
      name: "unpacks no more of a bomb than it returns",
      args: { url: `${origin}/bomb`, max_bytes: 1000 },
      value: { bytes: 1000, cut: true }
    },
    {
      name: "keeps no cookie",
      args: { url: `${origin}/cookie` },
      check: ({ output }) => {
        expect(JSON.stringify(output.value)).not.toContain("a=b")
        expect(output.value).toMatchObject({ text: `127.0.0.1:${port}` })
      }
    }
  ],
  bad: [
    { name: "an invalid URL", args: { url: "tea" }, says: "URL" },
    { name: "another scheme", args: { url: "file:///etc/passwd" }, says: "http" },
    { name: "a password in the URL", args: { url: "http://a:b@127.0.0.1/" }, says: "password" },
    { name: "a host of one's own", args: { url: origin, headers: [{ name: "Host", value: "a" }] }, says: '"Host"' },
    {
      name: "a line break in a header",
      args: { url: origin, headers: [{ name: "A", value: "b\r\nHost: c" }] },
      says: "printable"
    },
    {
      name: "a header twice",
      args: {
        url: origin,
        headers: [
          { name: "A", value: "b" },
          { name: "a", value: "b" }
        ]
      },
      says: "given twice"
    },
    { name: "too many bytes", args: { url: origin, max_bytes: 9_000_000 }, says: "max_bytes" },
    {
      name: "an encoding that was not asked for",
      args: { url: `${origin}/odd` },
      says: "encoding",
      class: "execution_error"
    },
    {
      name: "a server that is not there",
      args: { url: "http://127.0.0.1:1/" },
      says: "was not sent. Nothing accepts connections there",
      class: "execution_error"
    },
    ...[
      "Authorization",
      "cookie",
      "Transfer-Encoding",
      "X-HTTP-Method-Override",
      "Proxy-Authorization",
      "a b",
      "Content-Length",
      "Content_Length",
      "X_Forwarded_Host"
    ].map((name) => ({
      name: `the header ${name}`,
      args: { url: origin, headers: [{ name, value: "a" }] },
      says: name
    }))
  ],
  cancel: { args: { url: `${origin}/silent` } },
  worst: { args: { url: `${origin}/slow` }, ends: "limit" }
})
