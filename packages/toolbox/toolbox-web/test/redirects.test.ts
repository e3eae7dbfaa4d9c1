import type { Tool } from "@toolgate/core"
import { useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { createHttpGet } from "../src/http-get/definition.ts"
import { createHttpPost } from "../src/http-post/definition.ts"
import { createLocalClient } from "./named.ts"
import { startWebServer } from "./startWebServer.ts"

const get = createHttpGet(createLocalClient())

it("follows redirects to the call's host, and reports the origin of the answer", async () => {
  const { origin, requests } = await startWebServer(({ url }, response) =>
    url === "/end" ? response.end("tea") : response.writeHead(302, { Location: "/end" }).end()
  )
  await useGate([get], {}, async ({ call }) => {
    const headers = [{ name: "X-Key", value: "k" }]
    expect((await call("http_get", { url: origin, headers })).output.value).toMatchObject({
      url: `${origin}/end`,
      text: "tea"
    })
  })
  expect(requests.map(({ headers }) => headers["x-key"])).toEqual(["k", "k"])
})

it("follows a redirect to another host with a child call, without headers that may be keys", async () => {
  const second = await startWebServer((_, response) => response.end("tea"))
  const first = await startWebServer((_, response) => response.writeHead(301, { Location: second.origin }).end())
  await useGate([get], {}, async ({ call }) => {
    const headers = [
      { name: "X-Key", value: "k" },
      { name: "Accept", value: "text/tea" }
    ]
    const { output } = await call("http_get", { url: first.origin, headers })
    expect(output.value).toMatchObject({ url: `${second.origin}/`, text: "tea" })
  })
  const [got] = second.requests
  expect({ key: got?.headers["x-key"], accept: got?.headers.accept }).toEqual({ key: undefined, accept: "text/tea" })
})

it("leaves a redirect to another host to the policy: a tool that chains may not call is refused", async () => {
  const second = await startWebServer((_, response) => response.end("tea"))
  const first = await startWebServer((_, response) => response.writeHead(302, { Location: second.origin }).end())
  const direct: Tool = { ...get, callers: ["direct"] }
  await useGate([direct], {}, async ({ call }) => {
    const { error } = await call("http_get", { url: first.origin })
    expect(error?.class).toBe("permission_denied")
    expect(error?.message).toContain(`leads to "${second.origin}/", and the call for that failed`)
  })
  expect(second.requests).toEqual([])
})

it("refuses a redirect to a private address that is not listed", async () => {
  const { origin } = await startWebServer((_, response) =>
    response.writeHead(302, { Location: "http://169.254.169.254/latest/" }).end()
  )
  await useGate([get], {}, async ({ call }) => {
    const { error } = await call("http_get", { url: origin })
    expect({ class: error?.class, message: error?.message }).toEqual({
      class: "permission_denied",
      message: expect.stringContaining('The address of "169.254.169.254" is metadata')
    })
  })
})

it("refuses a redirect to a name of this machine", async () => {
  const { origin, port } = await startWebServer((_, response) =>
    response.writeHead(302, { Location: `http://rebound.example:${port}/` }).end()
  )
  await useGate([get], {}, async ({ call }) =>
    expect((await call("http_get", { url: origin })).error?.message).toContain(
      'The address of "rebound.example" is loopback'
    )
  )
})

it("ends a chain after five redirects, within a host and across hosts", async () => {
  const own = await startWebServer(({ url }, response) => response.writeHead(302, { Location: `${url}x` }).end())
  const ring = await startWebServer(({ headers }, response) => {
    const other = headers.host?.startsWith("a") ? "b" : "a"
    response.writeHead(302, { Location: `http://${other}.test:${ring.port}/` }).end()
  })
  await useGate([get], {}, async ({ call }) => {
    expect((await call("http_get", { url: own.origin })).error?.message).toContain("too many redirects")
    const around = await call("http_get", { url: `http://a.test:${ring.port}/` })
    expect(around.error?.message).toContain("too many redirects")
  })
  expect([own.requests.length, ring.requests.length]).toEqual([6, 6])
})

it.each([["file:///etc/passwd"], ["http://a:b@127.0.0.1/"], ["http://"]])(
  "returns a redirect without a target: %s",
  async (location) => {
    const { origin } = await startWebServer((_, response) => response.writeHead(302, { Location: location }).end())
    await useGate([get], {}, async ({ call }) =>
      expect((await call("http_get", { url: origin })).output.value).toMatchObject({ status: 302 })
    )
  }
)

it("sends a body again only to the same host and only if the redirect says so, and uses GET otherwise", async () => {
  const other = await startWebServer((_, response) => response.end("stolen"))
  const { origin, requests } = await startWebServer(({ url }, response) => {
    if (url === "/kept") response.writeHead(307, { Location: "/end" }).end()
    else if (url === "/made") response.writeHead(303, { Location: "/end" }).end()
    else if (url === "/away") response.writeHead(307, { Location: other.origin }).end()
    else response.end("done")
  })
  await useGate([createHttpPost(createLocalClient())], {}, async ({ call }) => {
    for (const path of ["/kept", "/made"])
      expect((await call("http_post", { url: origin + path, body: "{}" })).output.value).toMatchObject({ text: "done" })
    const away = await call("http_post", { url: `${origin}/away`, body: "{}" })
    expect(away.output.value).toMatchObject({
      status: 307,
      headers: expect.arrayContaining([{ name: "location", value: other.origin }])
    })
  })
  expect(requests.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    "POST /kept {}",
    "POST /end {}",
    "POST /made {}",
    "GET /end ",
    "POST /away {}"
  ])
  expect(other.requests).toEqual([])
})
