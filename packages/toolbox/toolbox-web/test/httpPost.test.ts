import { createServer } from "node:http"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createHttpPost } from "../src/http-post/definition.ts"
import { createLocalClient } from "./named.ts"
import { startWebServer } from "./startWebServer.ts"

const port = 40_000 + (process.pid % 20_000)
const origin = `http://127.0.0.1:${port}`
const server = createServer((request, response) => {
  if (request.url !== "/silent") request.pipe(response.writeHead(201, { "Content-Type": "text/plain" }))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const post = createHttpPost(createLocalClient())

testTool(post, {
  good: { name: "sends a body", args: { url: origin, body: '{"tea":2}' }, value: { status: 201, text: '{"tea":2}' } },
  edge: { name: "sends an empty body", args: { url: origin, body: "" }, value: { status: 201, text: "", bytes: 0 } },
  bad: [
    { name: "no body", args: { url: origin }, says: "body" },
    { name: "another scheme", args: { url: "gopher://127.0.0.1/", body: "" }, says: "http" },
    { name: "an invalid type", args: { url: origin, body: "", content_type: "a\r\nb: c" }, says: '"content_type"' },
    {
      name: "a key of the effect of one's own",
      args: { url: origin, body: "", headers: [{ name: "Idempotency-Key", value: "1" }] },
      says: "the call's own key"
    },
    {
      name: "the type as a header",
      args: { url: origin, body: "", headers: [{ name: "Content-Type", value: "a/b" }] },
      says: "belongs to the body"
    },
    {
      name: "a server that is not there",
      args: { url: "http://127.0.0.1:1/", body: "" },
      says: "was not sent",
      class: "execution_error",
      check: ({ executed }) => expect(executed).toBe("no")
    }
  ],
  cancel: { args: { url: `${origin}/silent`, body: "" } },
  worst: { args: { url: `${origin}/silent`, body: "x".repeat(4 * 1024 * 1024) }, ends: "limit" }
})

it("sends the idempotency key once, and reports an unknown outcome without an answer", async () => {
  const { origin: breaking, requests } = await startWebServer((_, response) => response.destroy())
  await useGate([post], {}, async ({ call }) => {
    const { error, executed } = await call("http_post", { url: breaking, body: "{}" })
    expect({ class: error?.class, executed }).toEqual({ class: "execution_error", executed: "unknown" })
    expect(error?.message).toContain("Check whether it took effect before you repeat it.")
  })
  expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["call-1"])
})
