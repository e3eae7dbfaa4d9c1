import type { Caller } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { GuestSlots, mostBeside, mostDeep, type SlotAsker } from "../../src/pool/GuestSlots.ts"

interface One {
  readonly asker: SlotAsker
  readonly queueMs: number
}

const direct: Caller = { kind: "direct" }
// Each session belongs to an agent with the same name.
const one = (session: string, callId: string, caller: Caller = direct): One => ({
  asker: { session, callId, caller, principal: { agent: session, ceiling: { tools: "any" } } },
  queueMs: Number.POSITIVE_INFINITY
})
const child = (session: string, callId: string, parent: string, chain: string): One =>
  one(session, callId, { kind: "chain", parent, chain, index: 0 })

const open = (most: number) => {
  const went: Array<One> = []
  return { went, places: new GuestSlots<One>(most, { go: (one) => went.push(one), tooLate: () => {} }) }
}

describe("guest slots", () => {
  it("never all belong to one session or one agent if there are several", () => {
    for (const most of [3, 4, 9]) {
      const { places } = open(most)
      const taken = Array.from({ length: most - 1 }, (_, n) => places.take(one("a", `${n}`)))
      expect(taken).toEqual([...new Array(most - 2).fill("given"), "waits"])
      expect(places.take(one("b", "0"))).toBe("given")
    }
  })

  it("are shared by a guest with the calls that it makes, because they would otherwise wait for it", () => {
    const { places, went } = open(1)
    const root = one("a", "root")
    const inner = child("a", "inner", "root", "root")
    expect([places.take(root), places.take(inner), places.lent]).toEqual(["given", "given", 1])
    const other = one("b", "other")
    expect(places.take(other)).toBe("waits")
    places.leave(root)
    expect(went).toEqual([])
    places.leave(inner)
    expect([went, places.lent]).toEqual([[other], 0])
  })

  it("are also shared through calls that are not guests, regardless of which call is the first", () => {
    const { places } = open(1)
    // A guest calls a function of the host, which calls a guest.
    const outer = one("a", "outer")
    expect(places.take(outer)).toBe("given")
    expect(places.take(child("a", "deep", "function", "outer"))).toBe("given")
    const other = open(1).places
    // A host function calls a guest, the guest calls a function, and that function calls a guest.
    expect(other.take(child("a", "guest", "function", "function"))).toBe("given")
    expect(other.take(child("a", "deep", "second", "function"))).toBe("given")
  })

  it("are not shared with another session, nor with a call that only claims to be a child", () => {
    const { places } = open(1)
    expect(places.take(one("a", "root"))).toBe("given")
    expect(places.take(child("b", "inner", "root", "root"))).toBe("waits")
    expect(places.take(child("a", "inner", "none", "none"))).toBe("waits")
    expect(places.take(one("a", "root"))).toBe("waits")
    // Two pairs of names that would become the same text when joined.
    const { places: joined } = open(1)
    expect(joined.take(one("ab", "c"))).toBe("given")
    expect(joined.take(child("a", "x", "bc", "bc"))).toBe("waits")
  })

  it("are never shared by the calls of a provider's program, because none of them waits for another", () => {
    const { places } = open(1)
    const program = (callId: string): One =>
      one("a", callId, { kind: "chain", parent: "program", chain: "program", index: 0, provider: "openai" })
    expect(places.take(one("a", "program"))).toBe("given")
    expect(places.take(program("1"))).toBe("waits")
    const { places: others } = open(1)
    expect([others.take(program("1")), others.take(program("2"))]).toEqual(["given", "waits"])
    // A call made by the program's call still shares its slot.
    expect(others.take(child("a", "inner", "1", "1"))).toBe("given")
  })

  it("allow a limited depth of guests that call each other", () => {
    const { places } = open(1)
    places.take(one("a", "0"))
    for (let n = 1; n < mostDeep; n++) expect(places.take(child("a", `${n}`, `${n - 1}`, "0"))).toBe("given")
    expect(places.take(child("a", "deeper", `${mostDeep - 1}`, "0"))).toBe("full")
    // Host functions, about which nothing is known here, may be between the guests.
    const { places: others } = open(1)
    others.take(one("a", "0"))
    for (let n = 1; n < mostDeep; n++) expect(others.take(child("a", `${n}`, `function ${n}`, "0"))).toBe("given")
    expect(others.take(child("a", "deeper", "function", "0"))).toBe("full")
  })

  it("allow a limited number of guests that one guest calls concurrently; others wait", () => {
    const { places, went } = open(1)
    const root = one("a", "root")
    const [early, late] = [0, mostBeside].map((from) =>
      Array.from({ length: mostBeside }, (_, n) => child("a", `${from + n}`, "root", "root"))
    ) as [Array<One>, Array<One>]
    places.take(root)
    expect(early.map((each) => places.take(each))).toEqual(early.map(() => "given"))
    expect(late.map((each) => places.take(each))).toEqual(late.map(() => "waits"))
    expect([places.waiting, places.lent]).toEqual([late, mostBeside])
    // Their own calls wait for none of them.
    const inner = early.map((each, n) => child("a", `inner ${n}`, each.asker?.callId ?? "", "root"))
    expect(inner.map((each) => places.take(each))).toEqual(inner.map(() => "given"))
    const [given, gone, ...rest] = late as [One, One, ...Array<One>]
    expect(places.leave(gone)).toBe(true)
    for (const each of inner) places.leave(each)
    expect(went).toEqual([])
    places.leave(early[0] as One)
    expect([went, places.lent]).toEqual([[given], mostBeside])
    for (const each of [...early.slice(1), root, given, ...rest]) expect(places.leave(each)).toBe(true)
    expect([went, places.waiting, places.lent]).toEqual([[given, ...rest], [], 0])
    expect(places.take(one("b", "other"))).toBe("given")
  })

  it("are released with their last guest", () => {
    const { places } = open(1)
    const root = one("a", "root")
    places.take(root)
    places.leave(root)
    expect(places.leave(root)).toBe(false)
    const next = one("b", "next")
    expect(places.take(next)).toBe("given")
    expect(places.take(child("a", "late", "root", "root"))).toBe("waits")
  })
})
