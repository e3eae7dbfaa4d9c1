import type { Principal } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MemoryQuotaStore, Quotas } from "../../src/index.ts"
import { call, configOf, principal, tools } from "../judging.ts"

const made = (...texts: ReadonlyArray<string>) => {
  const clock = { now: 0 }
  const quotas = new Quotas(texts.map((text) => configOf(`quotas: { ${text} }`).quotas))
  const store = MemoryQuotaStore.make(() => clock.now)
  /** Returns the limit that stops the call; `undefined` if no limit does. */
  const asked =
    (step: "take" | "look") =>
    (tool = tools.add, session = "s", who = principal()): string | undefined => {
      const full = Effect.runSync(store[step](quotas.of(call(tool, [], { session, principal: who }))))
      return full === undefined ? undefined : quotas.exceeded(tool, full).because.rule
    }
  return { quotas, store, clock, take: asked("take"), exceeded: asked("look") }
}
const times = (count: number, one: () => string | undefined) => Array.from({ length: count }, one)
const child = (agent: string, parent: Principal) => principal({ agent, parent })

describe("a quota", () => {
  it("permits its number of calls in each session", () => {
    const { take } = made("add: { per_session: 2 }")
    expect(times(4, () => take())).toEqual([undefined, undefined, "per_session: 2", "per_session: 2"])
    expect(take(tools.add, "another")).toBeUndefined()
    expect(take(tools.read_file)).toBeUndefined()
  })

  it("of 0 permits no call", () => {
    for (const limit of ["per_session", "per_agent", "per_minute"] as const)
      expect(made(`add: { ${limit}: 0 }`).take()).toBe(`${limit}: 0`)
    expect(made("add: {}").take()).toBeUndefined()
    const { quotas } = made("add: { per_agent: 0, per_minute: 5 }, read_file: { per_agent: 1 }")
    expect([tools.add, tools.read_file].map((tool) => quotas.never(tool)?.because.rule)).toEqual([
      "per_agent: 0",
      undefined
    ])
  })

  it("counts an agent over all of its sessions", () => {
    const { take } = made("add: { per_agent: 2 }")
    expect(["a", "b", "c"].map((session) => take(tools.add, session))).toEqual([undefined, undefined, "per_agent: 2"])
    expect(take(tools.add, "s", principal({ agent: "other" }))).toBeUndefined()
  })

  it("counts a child's calls for everyone above it, once each", () => {
    const { take } = made("add: { per_agent: 2 }")
    const boss = principal({ agent: "boss" })
    expect([take(tools.add, "s", child("x", boss)), take(tools.add, "s", child("y", child("x", boss)))]).toEqual([
      undefined,
      undefined
    ])
    expect([take(tools.add, "s", child("z", boss)), take(tools.add, "s", boss)]).toEqual([
      "per_agent: 2",
      "per_agent: 2"
    ])
    expect([take(tools.add, "s", principal({ agent: "x" })), take(tools.add, "s", principal({ agent: "y" }))]).toEqual([
      "per_agent: 2",
      undefined
    ])
    const { take: own } = made("add: { per_agent: 2 }")
    const selfish = child("boss", boss)
    expect(times(3, () => own(tools.add, "s", selfish))).toEqual([undefined, undefined, "per_agent: 2"])
  })

  it("per minute applies to any sixty seconds", () => {
    const { take, clock } = made("add: { per_minute: 2 }")
    const at = (now: number) => {
      clock.now = now
      return take()
    }
    expect([at(0), at(59_000), at(59_999), at(60_000), at(60_001), at(118_999), at(119_000)]).toEqual([
      undefined,
      undefined,
      "per_minute: 2",
      undefined,
      "per_minute: 2",
      "per_minute: 2",
      undefined
    ])
  })

  it("counts neither refused calls nor lookups", () => {
    const { take, exceeded, clock } = made("add: { per_session: 2, per_minute: 1 }")
    expect(times(3, () => exceeded())).toEqual(Array(3).fill(undefined))
    expect(times(3, () => take())).toEqual([undefined, "per_minute: 1", "per_minute: 1"])
    clock.now = 60_000
    expect([exceeded(), take(), exceeded()]).toEqual([undefined, undefined, "per_session: 2"])
  })

  it("per session restarts with a new session, unlike those per agent and minute", () => {
    const { store, take, clock } = made(
      "add: { per_session: 1 }, read_file: { per_agent: 1 }, write_file: { per_minute: 1 }"
    )
    const all = (session = "s") => [tools.add, tools.read_file, tools.write_file].map((tool) => take(tool, session))
    expect([...all(), take(tools.add, "other")]).toEqual([undefined, undefined, undefined, undefined])
    clock.now = 59_999
    expect(all()).toEqual(["per_session: 1", "per_agent: 1", "per_minute: 1"])
    store.sessionEnded("s")
    store.sessionEnded("never seen")
    expect(all()).toEqual([undefined, "per_agent: 1", "per_minute: 1"])
    expect([take(), take(tools.add, "other")]).toEqual(["per_session: 1", "per_session: 1"])
  })

  it("applies from every file", () => {
    const { take } = made("add: { per_session: 5 }", "add: { per_session: 1 }")
    expect(times(2, () => take())).toEqual([undefined, "per_session: 1"])
  })

  it("applies to a tool under any of its names, and counts them together", () => {
    const { take } = made("save_file: { per_session: 1 }")
    expect(times(2, () => take(tools.write_file))).toEqual([undefined, "per_session: 1"])
    expect(made("save_file: { per_session: 9 }, write_file: { per_session: 0 }").take(tools.write_file)).toBe(
      "per_session: 0"
    )
  })

  it("never confuses different names", () => {
    const { take } = made("add: { per_session: 1, per_agent: 1 }")
    const names = ["__proto__", "constructor", '","', "a", '"a"', "a\0", ""]
    expect(names.map((name) => take(tools.add, name, principal({ agent: `agent ${name}` })))).toEqual(
      names.map(() => undefined)
    )
    expect(names.map((name) => take(tools.add, name, principal({ agent: `other ${name}` })))).toEqual(
      names.map(() => "per_session: 1")
    )
  })

  it("names its entry and position in the refusal", () => {
    const { quotas } = made("add: { per_session: 0 }")
    expect(quotas.exceeded(tools.add, { window: "session" })).toEqual({
      because: { layer: "quotas", rule: "per_session: 0", source: "p.yaml:2:11" },
      message: 'Tool "add" has been called as often as its quota allows: per_session is 0.'
    })
  })

  it("is never exceeded, in any order of calls", () => {
    const agents = fc.constantFrom("a", "b", "c")
    const step = fc.record({
      agent: agents,
      above: fc.option(agents),
      session: fc.constantFrom("s", "t"),
      wait: fc.constantFrom(0, 1, 20_000, 60_000),
      ends: fc.constantFrom(false, false, false, true)
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { store, take, clock } = made("add: { per_session: 12, per_agent: 10, per_minute: 3 }")
        const taken: Array<{ session: string; agents: ReadonlyArray<string>; at: number }> = []
        for (const { agent, above, session, wait, ends } of steps) {
          clock.now += wait
          if (ends) {
            store.sessionEnded(session)
            for (const one of taken) if (one.session === session) one.session = "ended"
          }
          const who = above === null ? principal({ agent }) : child(agent, principal({ agent: above }))
          const stopped = take(tools.add, session, who)
          const mine = above === null ? [agent] : [agent, above]
          const reached =
            taken.filter((one) => one.session === session).length >= 12 ||
            mine.some((name) => {
              const own = taken.filter((one) => one.agents.includes(name))
              return own.length >= 10 || own.filter(({ at }) => at > clock.now - 60_000).length >= 3
            })
          expect(stopped !== undefined).toBe(reached)
          if (stopped === undefined) taken.push({ session, agents: mine, at: clock.now })
        }
      }),
      runs(500)
    )
  })
})
