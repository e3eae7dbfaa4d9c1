import type { Lookup } from "@toolgate/catalogue/http-requests"
import { expect, it } from "vitest"
import { OpenEndpoint } from "../../src/webhooks/OpenEndpoint.ts"
import { postWebhook } from "../../src/webhooks/postWebhook.ts"
import { secret, startReceiver } from "./startReceiver.ts"

const message = () => ({ id: "msg_1", body: "{}", at: new Date() })
const post = (url: string, { allowPrivate = true, lookup }: { allowPrivate?: boolean; lookup?: Lookup } = {}) =>
  postWebhook(new OpenEndpoint({ url, secret, allowPrivate }), message(), {
    signal: new AbortController().signal,
    timeoutMs: 600_000,
    ...(lookup === undefined ? {} : { lookup })
  })

/** A name server that gives these addresses. */
const answering =
  (...addresses: ReadonlyArray<string>): Lookup =>
  (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )

it("takes any 2xx for a delivery, 410 for the end, and everything else for a failure", async () => {
  for (const status of [200, 202, 204, 299, 300, 307, 400, 404, 410, 429, 500, 503]) {
    await using receiver = await startReceiver((response) => response.writeHead(status).end())
    const expected = status < 300 ? "delivered" : status === 410 ? "gone" : "failed"
    expect((await post(receiver.url)).outcome, String(status)).toBe(expected)
  }
})

it("ends with the time limit if the receiver does not answer", async () => {
  await using receiver = await startReceiver(() => {})
  const endpoint = new OpenEndpoint({ url: receiver.url, secret, allowPrivate: true })
  const outcome = await postWebhook(endpoint, message(), { signal: new AbortController().signal, timeoutMs: 50 })
  expect(outcome).toEqual({ outcome: "failed", why: "It did not answer within 50 ms." })
})

it("rejects when it is stopped", async () => {
  const stop = new AbortController()
  await using receiver = await startReceiver(() => stop.abort(new Error("stopped")))
  const endpoint = new OpenEndpoint({ url: receiver.url, secret, allowPrivate: true })
  await expect(postWebhook(endpoint, message(), { signal: stop.signal, timeoutMs: 600_000 })).rejects.toThrow("stopped")
})

it("reports a receiver that is gone", async () => {
  const { url, [Symbol.asyncDispose]: end } = await startReceiver()
  await end()
  expect(await post(url)).toEqual({ outcome: "failed", why: "Nothing accepts connections there (ECONNREFUSED)." })
})

it.each([
  ["127.0.0.1", "loopback"],
  ["127.9.9.9", "loopback"],
  ["[::1]", "loopback"],
  ["[::ffff:127.0.0.1]", "loopback"],
  ["[::ffff:7f00:1]", "loopback"],
  ["2130706433", "loopback"],
  ["0x7f.1", "loopback"],
  ["10.0.0.1", "private"],
  ["192.168.1.1", "private"],
  ["[fd00::1]", "private"]
])("does not connect to %s unless this is allowed", async (host, kind) => {
  expect(await post(`https://${host}:1/`, { allowPrivate: false })).toEqual({
    outcome: "failed",
    why: `Its address is ${kind}. Only "allowPrivate" permits such an address.`
  })
})

it.each([
  ["169.254.169.254", "metadata"],
  ["169.254.1.1", "link-local"],
  ["[fe80::1]", "link-local"],
  ["0.0.0.0", "unspecified"],
  ["[::]", "unspecified"],
  ["224.0.0.1", "multicast"],
  ["[64:ff9b::a9fe:a9fe]", "metadata"]
])("never connects to %s", async (host, kind) => {
  for (const allowPrivate of [false, true])
    expect(await post(`https://${host}:1/`, { allowPrivate })).toEqual({
      outcome: "failed",
      why: `Its address is ${kind}, which is never reached.`
    })
})

it("checks every address of a name, also one with a zone", async () => {
  for (const [address, kind] of [
    ["127.0.0.1", "loopback"],
    ["fe80::1%eth0", "link-local"],
    ["::ffff:10.0.0.1", "private"]
  ]) {
    const lookup = answering("1.1.1.1", address ?? "")
    const outcome = await post("https://chat.example/", { allowPrivate: false, lookup })
    expect(outcome).toMatchObject({ why: expect.stringContaining(`Its address is ${kind}`) })
  }
})

it("checks the address to which it has connected, however the name was looked up", async () => {
  await using receiver = await startReceiver()
  let reads = 0
  const rebound = {
    family: 4,
    get address() {
      reads += 1
      return reads === 1 ? "1.1.1.1" : "127.0.0.1"
    }
  }
  const outcome = await post(`https://chat.example:${receiver.port}/`, {
    allowPrivate: false,
    lookup: (_, __, done) => done(null, [rebound])
  })
  expect(outcome).toMatchObject({ why: expect.stringContaining("Its address is loopback") })
  expect(receiver.received).toEqual([])
})

it("uses plain http for private addresses only", async () => {
  const outcome = await post("http://chat.example/", { lookup: answering("1.1.1.1") })
  expect(outcome).toEqual({
    outcome: "failed",
    why: "Its address is public, and public addresses are reached by https only."
  })
})
