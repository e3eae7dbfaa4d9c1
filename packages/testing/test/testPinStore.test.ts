import { type Pin, PinStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { testPinStore } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

/** The parts of a store that keeps its pins in a list of rows, as a table does. */
const sound = {
  key: (tool: string, owner?: string, implementation?: string) => JSON.stringify([tool, owner, implementation]),
  stored: (pin: Pin) => pin,
  /** Runs between looking a pin up and adding it. */
  between: Effect.void as Effect.Effect<void>,
  isTaken: (_held: Pin) => true,
  left: (listeners: Set<() => void>, changed: () => void) => void listeners.delete(changed)
}

const storeOf = (change: Partial<typeof sound> = {}) => {
  const { key, stored, between, isTaken, left } = { ...sound, ...change }
  return () =>
    Layer.sync(PinStore, () => {
      let rows: ReadonlyArray<Pin> = []
      const listeners = new Set<() => void>()
      const keyOf = ({ tool, owner, implementation }: Pin) => key(tool, owner, implementation)
      const find = (...name: Parameters<typeof key>) => rows.find((row) => keyOf(row) === key(...name))
      const put = (pin: Pin) => {
        rows = [...rows.filter((row) => keyOf(row) !== keyOf(pin)), stored(pin)]
        for (const changed of listeners) changed()
        return pin
      }
      return {
        get: (...name) => Effect.sync(() => find(...name)),
        list: Effect.sync(() => rows),
        add: Effect.fnUntraced(function* (pin) {
          const held = find(pin.tool, pin.owner, pin.implementation)
          yield* between
          return held !== undefined && isTaken(held) ? held : put(pin)
        }),
        replace: (pin) => Effect.sync(() => void put(pin)),
        listen: (changed) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => listeners.add(changed)),
              () => Effect.sync(() => left(listeners, changed))
            )
          )
      }
    })
}

describe("a store of rows", () => testPinStore({ describe, it }, storeOf()))

it.each([
  ["something comes between looking and adding", { between: Effect.yieldNow }, "accepts one of many pins"],
  ["what is added replaces", { isTaken: () => false }, "adds nothing if there is a pin"],
  ["its keys are folded", { key: (tool, owner) => `${tool.toLowerCase()} ${owner}` }, "distinguishes tools"],
  ["its keys are a pattern", { key: (tool, owner) => `${tool.replaceAll("_", ".")} ${owner}` }, "distinguishes tools"],
  ["its owners are no part of its keys", { key: (tool) => tool }, "separates tools with one name"],
  [
    "its keys leave implementations out",
    { key: (tool, owner) => `${tool} ${owner}` },
    "separates tools with one name by their owners and implementations"
  ],
  [
    "its texts are trimmed",
    { stored: (pin) => ({ ...pin, by: pin.by.trim() }) },
    "returns every text exactly as it was stored"
  ],
  [
    "its texts are normalised",
    { stored: (pin) => ({ ...pin, by: pin.by.normalize() }) },
    "returns every text exactly as it was stored"
  ],
  [
    "its times are short",
    { stored: (pin) => ({ ...pin, at: pin.at | 0 }) },
    "returns every text exactly as it was stored"
  ],
  ["its texts are trimmed", { stored: (pin) => ({ ...pin, by: pin.by.trim() }) }, "returns every text exactly"],
  ["its texts are normalised", { stored: (pin) => ({ ...pin, by: pin.by.normalize() }) }, "returns every text exactly"],
  ["its times are short", { stored: (pin) => ({ ...pin, at: pin.at | 0 }) }, "returns every text exactly"],
  ["a listener stays", { left: () => {} }, "notifies every listener of a change"]
] satisfies ReadonlyArray<readonly [string, Partial<typeof sound>, string]>)(
  "rejects a store if %s",
  async (_name, change, failed) => {
    const names = await failedCases((suite) => testPinStore(suite, storeOf(change)))
    expect(names).toContainEqual(expect.stringContaining(failed))
  }
)
