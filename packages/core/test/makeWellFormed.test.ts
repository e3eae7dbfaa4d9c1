import { describe, expect, it, vi } from "vitest"
import { makeWellFormed } from "../src/makeWellFormed.ts"

/** Names that are different lone surrogates, so that all of them become the same name. */
const halves = (count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCharCode(0xd800 + (at % 1024), 0xd800 + Math.floor(at / 1024)))

describe("makeWellFormed", () => {
  it("replaces lone surrogates in texts and names and keeps other values", () => {
    const shared = { when: new Date(0), bytes: new Uint8Array([1]) }
    const value = [{ a: ["x\ud800", { "\udc00": null }] }, shared, "__proto__"]
    expect(makeWellFormed(value)).toEqual([{ a: ["x\ufffd", { "\ufffd": null }] }, shared, "__proto__"])
    expect(makeWellFormed(value)[1]).toBe(shared)
    for (const same of [shared, [], {}, "é😀", 1, null, undefined]) expect(makeWellFormed(same)).toBe(same)
  })

  it("keeps members whose names would collide", () => {
    expect(
      Object.entries(makeWellFormed({ "\ud800": 1, "\ud801": 2, "\ufffd": 3, "\ufffd_2": 4, "\udc00": 5 }))
    ).toEqual([
      ["\ufffd_3", 1],
      ["\ufffd_4", 2],
      ["\ufffd", 3],
      ["\ufffd_2", 4],
      ["\ufffd_5", 5]
    ])
    const proto = makeWellFormed(JSON.parse('{"__proto__": "\\ud800"}'))
    expect(Object.entries(proto)).toEqual([["__proto__", "\ufffd"]])
  })

  it("looks up each of many colliding names a few times", () => {
    const has = vi.spyOn(Set.prototype, "has")
    try {
      const looksFor = (count: number) => {
        has.mockClear()
        expect(Object.keys(makeWellFormed(Object.fromEntries(halves(count).map((name) => [name, 1]))))).toHaveLength(
          count
        )
        return has.mock.calls.length
      }
      expect(looksFor(2_000)).toBeLessThanOrEqual(3 * looksFor(1_000))
    } finally {
      has.mockRestore()
    }
  })

  it("replaces lone surrogates at any depth and terminates for cycles", () => {
    let deep: unknown = "x\ud800"
    for (let depth = 0; depth < 20_000; depth++) deep = depth % 2 === 0 ? [deep] : { a: deep }
    let found = makeWellFormed(deep)
    while (typeof found === "object") found = Object.values(found as object)[0]
    expect(found).toBe("x\ufffd")
    const ring: Array<unknown> = ["\ud800"]
    ring.push(ring)
    expect(makeWellFormed(ring)[0]).toBe("\ufffd")
    // Shared parts are read once: expanding them would take for ever.
    let shared: unknown = "\ud800"
    for (let depth = 0; depth < 100; depth++) shared = [shared, shared]
    let one = makeWellFormed(shared)
    while (Array.isArray(one)) one = one[1]
    expect(one).toBe("\ufffd")
  })
})
