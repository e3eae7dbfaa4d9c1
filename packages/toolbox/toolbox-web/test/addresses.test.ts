import { useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { NamedHosts } from "../src/client/NamedHosts.ts"
import { WebClient } from "../src/client/WebClient.ts"
import { createHttpGet } from "../src/http-get/definition.ts"
import { httpGet } from "../src/index.ts"
import { startWebServer } from "./startWebServer.ts"

// Nineteen spellings of addresses that are not public. Most of them mean this machine.
const spellings = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0x7f.0.0.0x1",
  "127.0.0.1.",
  "0.0.0.0",
  "0",
  "localhost",
  "LOCALHOST",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "１２７.０.０.１"
]

it("covers nineteen spellings", () => expect(new Set(spellings).size).toBe(19))

it.each(spellings)("reaches no server at %s", async (host) => {
  const { port, requests, sockets } = await startWebServer((_, response) => response.end("secret"))
  await useGate([httpGet], {}, async ({ call }) => {
    const { error, executed } = await call("http_get", { url: `http://${host}:${port}/` })
    expect({ class: error?.class, executed }).toEqual({ class: "permission_denied", executed: "no" })
    expect(error?.message).toContain("only public addresses are reached")
  })
  expect([requests.length, sockets.size]).toEqual([0, 0])
})

it("explains how the option names an address, with brackets for IPv6", () =>
  useGate([httpGet], {}, async ({ call }) => {
    const { error } = await call("http_get", { url: "http://[::1]:8080/" })
    const [, name = ""] = /can name "([^"]*)"/.exec(error?.message ?? "") ?? []
    expect(new NamedHosts([name]).has("[::1]", 8080)).toBe(true)
  }))

const looking = (...addresses: ReadonlyArray<string>) => {
  let asked = 0
  const client = (named: ReadonlyArray<string> = []) =>
    new WebClient(new NamedHosts(named), (_, __, done) => {
      const address = addresses[Math.min(asked, addresses.length - 1)] ?? ""
      asked += 1
      done(
        null,
        address.split(" ").map((one) => ({ address: one, family: one.includes(":") ? 6 : 4 }))
      )
    })
  return { client, times: () => asked }
}

it("refuses a name if any of its addresses is private, and does not reveal the address", async () => {
  const { client } = looking("1.1.1.1 10.11.12.13")
  await useGate([createHttpGet(client())], {}, async ({ call }) => {
    const { error } = await call("http_get", { url: "http://tea.example/" })
    expect(error?.message).toContain('The address of "tea.example" is private')
    expect(error?.message).not.toContain("10.11")
  })
})

it("looks a name up once per connection, so that a changed answer has no effect", async () => {
  const { port, requests } = await startWebServer((_, response) => response.writeHead(302, { Location: "/next" }).end())
  const { client, times } = looking("127.0.0.1", "127.0.0.2")
  // The redirect uses another connection, to an address where nothing answers.
  await useGate([createHttpGet(client([`tea.example:${port}`]))], {}, async ({ call }) => {
    expect((await call("http_get", { url: `http://tea.example:${port}/` })).success).toBe(false)
  })
  expect([requests.length, times()]).toEqual([1, 2])
})

it("refuses the connection's address, even if the name resolved to another", async () => {
  const { port, requests } = await startWebServer((_, response) => response.end("secret"))
  let reads = 0
  const rebound = {
    family: 4,
    get address() {
      reads += 1
      return reads === 1 ? "1.1.1.1" : "127.0.0.1"
    }
  }
  const client = new WebClient(new NamedHosts([]), (_, __, done) => done(null, [rebound]))
  await useGate([createHttpGet(client)], {}, async ({ call }) => {
    const { error } = await call("http_get", { url: `http://tea.example:${port}/` })
    expect(error?.message).toContain('The address of "tea.example" is loopback')
  })
  expect(requests).toEqual([])
})

it("reaches a listed private address at its port only", async () => {
  const { port, origin } = await startWebServer((_, response) => response.end("hello"))
  const tool = createHttpGet(new WebClient(new NamedHosts([`127.0.0.1:${port}`])))
  await useGate([tool], {}, async ({ call }) => {
    expect((await call("http_get", { url: origin })).output.value).toMatchObject({ text: "hello" })
    expect((await call("http_get", { url: `http://127.0.0.1:${port + 1}/` })).error?.class).toBe("permission_denied")
  })
})

it("refuses a reserved host name", () => {
  expect(() => new NamedHosts(["http://a/"])).toThrow('The option "private" has "http://a/"')
})
