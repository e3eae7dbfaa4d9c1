import type { Args } from "@toolgate/core"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { buildRequestTarget } from "../../src/http/buildRequestTarget.ts"
import { call, parseTemplate } from "./httpCalls.ts"
import { recordingServer } from "./recordingServer.ts"

const target = (url: string, args: Args) => buildRequestTarget(parseTemplate({ url }).url, args)
const inPath = (id: string) => target("https://a.example/v1/items/{id}/notes", { id })

it.each([
  ["a/b", "a%2Fb"],
  ["a\\b", "a%5Cb"],
  ["a@b", "a%40b"],
  ["a#b?c&d=e", "a%23b%3Fc%26d%3De"],
  ["a;b", "a%3Bb"],
  ["%2f", "%252f"],
  ["…", "%E2%80%A6"],
  ["a b", "a%20b"],
  ["...", "..."],
  ["a..b", "a..b"],
  ["http://evil.example/", "http%3A%2F%2Fevil.example%2F"]
])("makes one segment of %j", (id, segment) => {
  expect(inPath(id)).toBe(`/v1/items/${segment}/notes`)
})

it.each([
  "",
  " ",
  ".",
  "..",
  "../x",
  "x/..",
  "a/../b",
  "..\\x",
  "%2e%2e",
  "%2E%2e%2fx",
  "%252e%252e",
  "..;x",
  "..;/x",
  "\u2025",
  "\uff0e\uff0e",
  "..\uff0fx",
  "a\r\nHost: b",
  "a\tb",
  "a\u0000",
  "%00",
  "a%0d%0ab",
  "%252525252525252e"
])("refuses %j in a path", (id) => {
  expect(() => inPath(id)).toThrow(/^The argument "id" would make an empty part/)
})

it.each([
  ["contains half a character", "\ud800"],
  ["is a list or an object", ["a"]],
  ["is a list or an object", { a: 1 }],
  ["is missing", undefined],
  ["is missing", null]
] as const)("refuses values that %s", (why, id) => {
  expect(() => target("https://a.example/{id}", { ...(id === undefined ? {} : { id }) })).toThrow(why)
})

it("finds parts of paths that an argument only completes", () => {
  expect(() => target("https://a.example/.{rest}/x", { rest: "." })).toThrow('"."')
  expect(() => target("https://a.example/{a}{b}", { a: ".", b: "." })).toThrow('"."')
  expect(target("https://a.example/v{major}.{minor}", { major: 1, minor: true })).toBe("/v1.true")
})

it("omits a query pair with an absent argument, and repeats one for a list", () => {
  const url = "https://a.example/?v=1&flag&q={q}&tag={tag}&range={from}-{to}"
  expect(target(url, {})).toBe("/?v=1&flag")
  expect(target(url, { q: "a&b=c\r\n d", tag: ["x", "y&z"], from: 1 })).toBe(
    "/?v=1&flag&q=a%26b%3Dc%0D%0A%20d&tag=x&tag=y%26z"
  )
  expect(target(url, { q: null, tag: [], from: 1, to: 2 })).toBe("/?v=1&flag&range=1-2")
  expect(() => target(url, { q: { a: 1 } })).toThrow('The argument "q" is a list or an object')
})

it("refuses a URL over the usual limit of servers", () => {
  expect(() => target("https://a.example/?q={q}", { q: "x".repeat(10_000) })).toThrow("more than 8192 characters")
})

it("reads no argument from a prototype", () => {
  expect(target("https://a.example/?q={constructor}&r={__proto__}", {})).toBe("/")
})

it("reaches the template's host with the template's number of segments, with any arguments", async () => {
  const server = await recordingServer()
  const pieces = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "%2e",
    "%2f",
    "@",
    "#",
    "?",
    "&",
    "=",
    ";",
    ":",
    "\r\n",
    "\t",
    "\0",
    " ",
    "//127.0.0.1:1",
    "\uff0e",
    "\uff0f",
    "é",
    "\ud800",
    "x"
  )
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.array(pieces, { maxLength: 5 }).map((all) => all.join(""))
  )
  const value = fc.oneof({ weight: 5, arbitrary: text }, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Args[string]>)
  let sent = 0
  await fc.assert(
    fc.asyncProperty(value, value, value, value, async (a, b, q, h) => {
      const before = server.requests.length
      const given = { url: `${server.origin}/v1/{a}/x-{b}/end?k=v&q={q}`, headers: { "X-Note": "<{h}>" } }
      const failed = await call(given, { a, b, q, h }).then(
        () => false,
        (cause) => cause.executed === "no"
      )
      const requests = server.requests.slice(before)
      expect(requests).toHaveLength(failed ? 0 : 1)
      for (const { method, target, headers } of requests) {
        sent++
        const [path = "", query = ""] = target.split("?")
        expect(method).toBe("GET")
        expect(target).toMatch(/^[\x21-\x7e]+$/)
        expect(path.split("/")).toHaveLength(5)
        expect(new URL(target, server.origin).pathname.split("/")).toHaveLength(5)
        expect(path).toMatch(/^\/v1\/[^/]+\/x-[^/]*\/end$/)
        expect(query.split("&").every((pair, at) => pair.startsWith(at === 0 ? "k=v" : "q="))).toBe(true)
        expect(headers.host).toEqual([`127.0.0.1:${server.port}`])
        const allowed = ["accept", "accept-encoding", "connection", "host", "user-agent", "x-note"]
        expect(Object.keys(headers).filter((name) => !allowed.includes(name))).toEqual([])
      }
    }),
    runs(400)
  )
  expect(sent).toBeGreaterThanOrEqual(getLeastCount(0.09, runs(400)))
})
