// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { createServer } from "node:net"
import { gzipSync } from "node:zlib"
import { ToolOutcomeUnknown } from "@toolgate/core"
import { expect, it, onTestFinished } from "vitest"
import { send } from "../../src/http-requests.ts"

import { call, caller, parseTemplate } from "./httpCalls.ts"
import { answered, recordingServer } from "./recordingServer.ts"

const secret = 'hunter2-€"\\/secret'
const ascii = 'hunter2-"\\/secret'

const failure = (promise: Promise<unknown>): Promise<Error & { readonly executed?: string }> =>
  promise.then(
    () => Promise.reject(new Error("The call did not fail.")),
    (cause) => cause
  )

it("sends the remaining arguments as the body, with the key of the call", async () => {
  const server = await recordingServer()
  const given = { method: "POST", url: `${server.origin}/notes/{id}?at={at}`, headers: { "X-By": "{by}" } }
  await call(given, { id: "a/b", at: 3, by: "Ada", title: "é", tags: ["x"] })
  expect(server.requests).toEqual([
    {
      method: "POST",
      target: "/notes/a%2Fb?at=3",
      headers: {
        accept: ["application/json, */*;q=0.5"],
        "accept-encoding": ["gzip"],
        connection: ["close"],
        "content-length": [String(Buffer.byteLength('{"title":"é","tags":["x"]}'))],
        "content-type": ["application/json"],
        host: [`127.0.0.1:${server.port}`],
        "idempotency-key": ["key-1"],
        "user-agent": ["toolgate"],
        "x-by": ["Ada"]
      },
      body: '{"title":"é","tags":["x"]}'
    }
  ])
})

it("fills a custom body, in which an argument keeps its type and an absent one leaves its member out", async () => {
  const server = await recordingServer()
  const body = { title: "Re: {title}", all: "{tags}", none: "{absent}", list: ["{n}", 1, null], "{{x}}": "{{n}}" }
  const given = { method: "DELETE", url: `${server.origin}/`, body }
  await call(given, { title: 'a"b', tags: [{ a: 1 }], n: null })
  await call({ method: "PUT", url: `${server.origin}/`, body: "{doc}" }, { doc: [1, 2] })
  await call({ method: "PUT", url: `${server.origin}/`, body: "{doc}" }, {})
  expect(server.requests.map(({ body }) => body)).toEqual([
    '{"title":"Re: a\\"b","all":[{"a":1}],"list":[null,1,null],"{{x}}":"{n}"}',
    "[1,2]",
    ""
  ])
  expect(server.requests.map(({ headers }) => headers["content-length"])).toEqual([["71"], ["5"], ["0"]])
})

it.each(["a\r\nX-Evil: 1", "a\nb", "a\u0000b", "é", "\u2028", "a\tb", "\u010a"])(
  "refuses the argument %j in a header, and sends nothing",
  async (by) => {
    const server = await recordingServer()
    const cause = await failure(call({ url: `${server.origin}/`, headers: { "X-By": "a {by}" } }, { by }))
    expect(cause.message).toBe(
      'The argument "by" has characters that are not allowed in a header, and is used in the header "X-By".'
    )
    expect(cause.executed).toBe("no")
    expect(server.requests).toEqual([])
  }
)

it("omits a header with an absent argument, and lets a header replace ours", async () => {
  const server = await recordingServer()
  await call({ url: `${server.origin}/`, headers: { "X-By": "{by}", "user-agent": "mine" } })
  expect(server.requests[0]?.headers["x-by"]).toBeUndefined()
  expect(server.requests[0]?.headers["user-agent"]).toEqual(["mine"])
})

it("resolves a secret at the first call, and once for several concurrent calls", async () => {
  const server = await recordingServer()
  const env: Record<string, string | undefined> = { PATH: process.env.PATH }
  const run = caller({ url: `${server.origin}/`, headers: { Authorization: "Bearer ${command:date +%N}" } }, { env })
  await Promise.all([run(), run()])
  await run()
  expect(new Set(server.requests.map(({ headers }) => headers.authorization?.[0])).size).toBe(1)
})

it("makes no request without its secret, and resolves it again for the next call", async () => {
  const server = await recordingServer()
  const env: Record<string, string> = {}
  const run = caller({ url: `${server.origin}/`, headers: { Authorization: "Bearer ${env:KEY}" } }, { env })
  const cause = await failure(run())
  expect(cause).toMatchObject({
    message:
      'The request was not made, because the reference "${env:KEY}" in its header "Authorization" has no value: the variable is not set.',
    executed: "no"
  })
  env.KEY = "hunter2\r\nX: y"
  expect((await failure(run())).message).toContain('the value of its header "Authorization" has characters')
  env.KEY = "hunter2"
  await run()
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([["Bearer hunter2"]])
})

it("rejects at once if it is cancelled while a secret is resolved, and sends nothing", async () => {
  const server = await recordingServer()
  const run = caller({ url: `${server.origin}/`, headers: { A: "${command:sleep 600}" } }, { commandMs: 300 })
  const cause = await failure(run({}, AbortSignal.abort()))
  expect(cause).toMatchObject({ message: "The request was not made yet.", executed: "no" })
  expect((await failure(run())).message).toContain("took longer than")
  expect(server.requests).toEqual([])
})

const echoes: ReadonlyArray<readonly [string, Buffer]> = [
  ["a JSON value", answered(JSON.stringify({ a: [`x ${ascii} y`], [ascii]: 1 }))],
  [
    "JSON escapes",
    answered(`{"a":"${[...ascii].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`)
  ],
  ["base64", answered(JSON.stringify({ a: Buffer.from(`user:${ascii}`).toString("base64") }))],
  ["a text", answered(`it is ${ascii}`, "Content-Type: text/plain")],
  ["a URL in a text", answered(`?key=${encodeURIComponent(ascii)}`, "Content-Type: text/plain")],
  ["a failure", answered(`{"error":"\\u0068${JSON.stringify(ascii.slice(1)).slice(1)}}`, "", "400 Bad Request")],
  ["the type of what is no text", answered(Buffer.from([0xff]), `Content-Type: ${ascii}`)],
  ["a failure in text", answered(`no ${ascii}`, "Content-Type: text/plain", "500 Oops")],
  [
    "the address of a redirect",
    answered("", `Location: http://evil.example/?${encodeURIComponent(ascii)}`, "302 Found")
  ]
]

it.each(echoes)("removes a secret that the server repeats in %s", async (_, bytes) => {
  const server = await recordingServer((_, socket) => socket.end(bytes))
  const run = caller({ url: `${server.origin}/`, headers: { "X-Key": "${env:KEY}" } }, { env: { KEY: ascii } })
  const said = await run().then(
    (output) => JSON.stringify(output),
    (cause) => `${cause.message} ${JSON.stringify(cause)}`
  )
  expect(server.requests[0]?.headers["x-key"]).toEqual([ascii])
  expect(said).toContain("[REDACTED]")
  expect(said).not.toMatch(/unter2|secret|c2VjcmV0|aHVudGVy/)
})

it("refuses a secret that a header cannot carry", async () => {
  const run = caller({ url: "http://127.0.0.1:1/", headers: { "X-Key": "${env:KEY}" } }, { env: { KEY: secret } })
  expect((await failure(run())).message).not.toContain("hunter2")
})

it.each([301, 302, 303, 307, 308].flatMap((status) => ["same", "other", "file"].map((to) => [status, to] as const)))(
  "follows no redirect %i to a place of the kind %s, and reports its target",
  async (status, to) => {
    const other = await recordingServer()
    const places = { same: "/elsewhere", other: `${other.origin}/stolen`, file: "file:///etc/passwd" }
    const place = places[to as keyof typeof places]
    const server = await recordingServer((_, socket) =>
      socket.end(answered("", `Location: ${place}`, `${status} Moved`))
    )
    const given = { method: "POST", url: `${server.origin}/`, headers: { Authorization: "Bearer ${env:KEY}" } }
    const cause = await failure(call(given, {}, { env: { KEY: "hunter2-hunter2" } }))
    expect(cause.message).toBe(
      `"127.0.0.1:${server.port}" answered with status ${status}, which leads to "${place}". No redirect is followed.`
    )
    expect(server.requests).toHaveLength(1)
    expect(other.requests).toEqual([])
  }
)

it.each([
  ["not_found", "404 Not Found"],
  ["permission_denied", "403 Forbidden"],
  ["execution_error", "422 Wrong"],
  ["execution_error", "500 Oops"]
])("fails as %s at status %s, with the server's message", async (errorClass, status) => {
  const server = await recordingServer((_, socket) => socket.end(answered('{"why":"because"}', "", status)))
  expect(await failure(call({ url: `${server.origin}/` }))).toMatchObject({
    errorClass,
    message: `"127.0.0.1:${server.port}" answered with status ${status.slice(0, 3)}: {"why":"because"}`
  })
})

it("maps an answer with the expression, over its own members alone", async () => {
  const body = JSON.stringify({
    items: [
      { name: "a", n: 2 },
      { name: "b", n: 1 }
    ],
    __proto__: { x: 1 }
  })
  const server = await recordingServer((_, socket) => socket.end(answered(body, "Content-Type: text/plain")))
  const value = async (response: string) => (await call({ url: `${server.origin}/`, response })).value
  expect(await value("sort_by(items, &n)[].name")).toEqual(["b", "a"])
  expect(await value("[constructor, toString, items[0].hasOwnProperty]")).toEqual([null, null, null])
  expect((await failure(value("sum(items)"))).message).toContain('does not have the form that "response" needs')
})

it("accepts text in the server's character set, and rejects binary bodies", async () => {
  const answers: Array<Buffer> = []
  const server = await recordingServer((_, socket) => socket.end(answers.shift() ?? ""))
  const run = caller({ url: `${server.origin}/` })
  answers.push(answered(Buffer.from("caf\xe9", "latin1"), "Content-Type: text/plain; charset=ISO-8859-1"))
  expect((await run()).content).toEqual([{ type: "text", text: "café" }])
  answers.push(answered(Buffer.from("caf\xe9", "latin1"), "Content-Type: text/plain"))
  expect((await failure(run())).message).toContain('4 bytes of "text/plain", which are not text')
  answers.push(answered("a", "Content-Type: text/plain; charset=klingon"))
  expect((await failure(run())).message).toContain("not text")
  answers.push(answered(Buffer.from("caf\xe9", "latin1")))
  expect((await failure(run())).message).toContain("a body that is not JSON")
  answers.push(answered("", "", "204 No Content"))
  expect((await run()).content).toEqual([
    { type: "text", text: `"127.0.0.1:${server.port}" answered with status 204 and no body.` }
  ])
})

it("answers for a HEAD request without a body", async () => {
  const server = await recordingServer((_, socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n"))
  const output = await call({ method: "HEAD", url: `${server.origin}/` })
  expect(output.content).toEqual([
    { type: "text", text: `"127.0.0.1:${server.port}" answered with status 200 and no body.` }
  ])
})

it("uses the last of several members with the same name, and refuses JSON of 100,000 levels", async () => {
  const answers = [answered('{"a":1,"a":2}'), answered(`${"[".repeat(1e5)}${"]".repeat(1e5)}`)]
  const server = await recordingServer((_, socket) => socket.end(answers.shift() ?? ""))
  const run = caller({ url: `${server.origin}/` })
  expect((await run()).value).toEqual({ a: 2 })
  expect((await failure(run())).message).toContain("nested too deeply")
})

const chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n"

it.each([
  ["is too long", answered("x".repeat(2000), "Content-Type: text/plain")],
  ["is a small text packed", answered(gzipSync("x".repeat(5_000_000)), "Content-Encoding: gzip")],
  [
    "is a packed text that never grows",
    answered(Buffer.concat(Array(100).fill(gzipSync(""))), "Content-Encoding: gzip")
  ]
])("stops reading an answer that %s", async (_, bytes) => {
  const server = await recordingServer((_, socket) => socket.write(bytes))
  const cause = await failure(call({ method: "POST", url: `${server.origin}/`, max_bytes: "1KiB" }))
  expect(cause.message).toContain('It answered with more than 1024 bytes. "max_bytes" can allow more.')
  // The server has answered, so the outcome of the request is known.
  expect(cause).not.toBeInstanceOf(ToolOutcomeUnknown)
  await expect.poll(() => [...server.sockets].every(({ destroyed }) => destroyed)).toBe(true)
})

it("decompresses an answer, and refuses an encoding that it did not request", async () => {
  const answers = [
    answered(gzipSync('{"a":1}'), "Content-Type: application/json\r\nContent-Encoding: gzip"),
    answered("{}", "Content-Encoding: br")
  ]
  const server = await recordingServer((_, socket) => socket.end(answers.shift() ?? ""))
  const run = caller({ url: `${server.origin}/` })
  expect((await run()).value).toEqual({ a: 1 })
  expect((await failure(run())).message).toContain("an encoding that it was not asked for")
})

it.each([
  ["HEAD", "200 OK", "Content-Length: 20\r\n"],
  ["DELETE", "204 No Content", ""],
  ["POST", "200 OK", "Content-Length: 0\r\n"]
])("knows the outcome of a %s with the answer %s, an encoding and no body", async (method, status, length) => {
  const bytes = `HTTP/1.1 ${status}\r\nContent-Encoding: gzip\r\n${length}\r\n`
  const server = await recordingServer((_, socket) => socket.end(bytes))
  const { content } = await call({ method, url: `${server.origin}/` })
  expect(content).toEqual([{ type: "text", text: expect.stringContaining("and no body.") }])
})

it.each([
  ["closes without an answer", ""],
  ["ends within its answer", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"],
  ["ends within a chunk", `${chunked}\r\n5\r\nab`],
  [
    "cuts a packed answer",
    Buffer.concat([
      Buffer.from(`${chunked}Content-Encoding: gzip\r\n\r\na\r\n`),
      gzipSync("abcdef").subarray(0, 10),
      Buffer.from("\r\n0\r\n\r\n")
    ])
  ],
  [
    "ends within a packed answer",
    Buffer.concat([
      Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 999\r\nContent-Encoding: gzip\r\n\r\n"),
      gzipSync("abcdef").subarray(0, 10)
    ])
  ],
  ["speaks something else", "SSH-2.0-OpenSSH\r\n"],
  ["changes the protocol", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"],
  ["sends endless headers", `HTTP/1.1 200 OK\r\n${"X: yyyyyyyy\r\n".repeat(5000)}`],
  [
    "gives its answer two lengths",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
  ]
])("reports an unknown outcome of a POST if the server %s, and fails a GET", async (_, bytes) => {
  const server = await recordingServer((_, socket) => socket.end(bytes))
  const post = await failure(call({ method: "POST", url: `${server.origin}/` }))
  expect(post).toBeInstanceOf(ToolOutcomeUnknown)
  expect(post.message).toMatch(/was sent, but got no answer\. .* Check whether it took effect before you repeat it\.$/)
  const get = await failure(call({ url: `${server.origin}/` }))
  expect(get).not.toBeInstanceOf(ToolOutcomeUnknown)
  expect(get.message).toMatch(/^The request to "127\.0\.0\.1:\d+" failed\. /)
})

it("reports that nothing was sent if the host is missing or refuses connections", async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve))
  const { port } = closed.address() as { readonly port: number }
  await new Promise((resolve) => closed.close(resolve))
  expect(await failure(call({ method: "POST", url: `http://127.0.0.1:${port}/` }))).toMatchObject({
    message: `The request to "127.0.0.1:${port}" was not sent. Nothing accepts connections there (ECONNREFUSED).`,
    executed: "no"
  })
  expect((await failure(call({ method: "POST", url: "http://no-such-host.invalid/" }))).executed).toBe("no")
})

it("sends nothing if it is stopped before it begins", async () => {
  const server = await recordingServer()
  const request = {
    method: "GET",
    url: parseTemplate({ url: server.origin }).url,
    target: "/",
    headers: {},
    body: undefined
  }
  const cause = await failure(send(request, { signal: AbortSignal.abort(), mostBytes: 1 }))
  expect(cause).toMatchObject({ state: "unsent" })
  expect(server.requests).toEqual([])
})

it("sends nothing to a server that does not speak TLS", async () => {
  let received = ""
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      socket.end("HTTP/1.1 200 OK\r\n\r\n")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { readonly port: number }
  const given = { method: "POST", url: `https://127.0.0.1:${port}/secret-path` }
  expect((await failure(call(given))).executed).toBe("no")
  expect(received).not.toContain("secret-path")
})

it.each([
  ["GET", false, ""],
  ["POST", true, ""],
  ["GET", false, `${chunked}\r\n5\r\nhello\r\n`],
  ["POST", true, `${chunked}\r\n5\r\nhello\r\n`]
])("ends at once when a %s with an endless answer is cancelled", async (method, isUnknown, bytes) => {
  const stop = new AbortController()
  const server = await recordingServer((_, socket) => {
    socket.write(bytes)
    setImmediate(() => stop.abort())
  })
  const cause = await failure(call({ method, url: `${server.origin}/` }, {}, { signal: stop.signal }))
  expect(cause instanceof ToolOutcomeUnknown).toBe(isUnknown)
  await expect.poll(() => [...server.sockets].every(({ destroyed }) => destroyed)).toBe(true)
})
