import { randomBytes } from "node:crypto"
import { type Pin, PinStore, pickDefinition, ToolRegistry } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it, vi } from "vitest"
import { findRelatedPins, MapToolRegistry, PinnedToolRegistry } from "../src/index.ts"
import { makePin } from "../src/pins.ts"
import { tool } from "./ask.ts"

const key = new SecretKey(randomBytes(32))

const owner = "mcp:files:1"

const toolsOf = (count: number, name = "tool") =>
  Array.from({ length: count }, (_, at) => tool(`${name}_${at}`, { owner, description: `Does ${name} ${at}.` }))

const pinsOf = (count: number, name?: string) =>
  toolsOf(count, name).map((one) => makePin(pickDefinition(one), { by: "alice", at: 1 }, key))

/** Rows damaged by tampering or by a disk. */
const damaged = [
  { tool: "broken", digest: "d", definition: "{broken", by: "?", at: 1, mac: "forged" },
  { ...pinsOf(1, "cut")[0], definition: "" },
  { tool: "other", at: 1n, mac: "m" },
  {},
  null
] as unknown as ReadonlyArray<Pin>

/** Registers tools of a server in a gate whose store has these pins. Returns the observable counts and results. */
const register = async (pins: ReadonlyArray<Pin>, lists: ReadonlyArray<ReturnType<typeof toolsOf>>) => {
  const stored = [...pins]
  const list = vi.fn(() => stored)
  const logged: Array<unknown> = []
  const store = Layer.succeed(PinStore, {
    get: (name) => Effect.sync(() => stored.find((pin) => pin?.tool === name)),
    list: Effect.sync(list),
    add: (pin) =>
      Effect.sync(() => {
        stored.push(pin)
        return pin
      }),
    replace: () => Effect.void,
    listen: () => Effect.void
  })
  const registry = PinnedToolRegistry.layer({ key, owners: { [owner]: "first-use" } })
  const verify = vi.spyOn(key, "verify")
  const parse = vi.spyOn(JSON, "parse")
  try {
    return await Effect.runPromise(
      Effect.gen(function* () {
        const { exchange, list: names, lookup } = yield* ToolRegistry
        for (const tools of lists) yield* exchange(owner, tools)
        const steps = verify.mock.calls.length + parse.mock.calls.length
        const looks = list.mock.calls.length
        const refusals = yield* Effect.forEach(names(), ({ name }) => {
          const answer = lookup(name)
          return answer === undefined ? Effect.undefined : Effect.exit(answer)
        })
        return {
          steps,
          looks,
          inForce: refusals.filter((exit) => exit?._tag === "Success").length,
          logged
        }
      }).pipe(
        Effect.scoped,
        Effect.provide([
          registry.pipe(Layer.provide([MapToolRegistry.layer([]), store])),
          Logger.layer([Logger.make(({ message }) => void logged.push(...[message].flat()))])
        ])
      )
    )
  } finally {
    verify.mockRestore()
    parse.mockRestore()
  }
}

describe("the pins of a server", () => {
  it("are made with one store look-up and a linear number of steps", async () => {
    const [few, many] = [await register([], [toolsOf(20)]), await register([], [toolsOf(160)])]
    expect([few.inForce, few.looks, many.inForce, many.looks]).toEqual([20, 1, 160, 1])
    expect(many.steps).toBeLessThanOrEqual(10 * few.steps)
    const later = (count: number) => register(pinsOf(count, "old"), [toolsOf(count)])
    const [fewLater, manyLater] = [await later(20), await later(160)]
    expect([fewLater.inForce, fewLater.looks, manyLater.inForce, manyLater.looks]).toEqual([0, 1, 0, 1])
    expect(manyLater.steps).toBeLessThanOrEqual(10 * fewLater.steps)
  })

  it("affect no other tools if damaged, and are reported with advice", async () => {
    for (const row of damaged) {
      const { inForce, logged } = await register([row], [toolsOf(3)])
      expect(inForce).toBe(3)
      expect(logged.filter((line) => String(line).startsWith("Ignored"))).toEqual([
        `Ignored a pin that is not valid: ${row?.tool === undefined ? "one without a name" : `"${row.tool}"`}. It was made with another ` +
          `key, was changed or is damaged. To use the tool, approve it again with "toolgate tools approve ${row?.tool ?? "NAME"}".`
      ])
    }
    const known = { owner, name: "tool_x", description: "Does tool 1." }
    const related = findRelatedPins(pickDefinition(tool("tool_x", known)), [...damaged, ...pinsOf(3)], key)
    expect(related.map((pin) => pin.tool)).toEqual(["tool_1", "tool_0", "tool_2"])
  })

  it("are compared with a new tool up to a few hundred, including the most similar", () => {
    const pins = pinsOf(1_000)
    const related = findRelatedPins(pickDefinition(tool("new", { owner, description: "Does tool 900." })), pins, key)
    expect(related[0]?.tool).toBe("tool_900")
    expect(related.length).toBeLessThanOrEqual(200)
    expect(
      findRelatedPins(pickDefinition(tool("tool_950", { owner, description: "Another." })), pins, key)[0]?.tool
    ).toBe("tool_950")
  })
})
