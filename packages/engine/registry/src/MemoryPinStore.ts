import { type Pin, PinStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Stores pins in memory: enough to notice a definition that changes while the process runs.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { PinStore } from "@toolgate/core"
 * import { MemoryPinStore } from "@toolgate/registry"
 * import * as Effect from "effect/Effect"
 *
 * const pin = { tool: "search", digest: "d1", definition: "{}", by: "alice", at: 0, mac: "m1" }
 * const program = Effect.gen(function* () {
 *   const { add, list, replace } = yield* PinStore
 *   yield* add(pin)
 *   yield* replace({ ...pin, by: "bob" })
 *   return (yield* list).map(({ by }) => by)
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryPinStore.layer)), ["bob"])
 * ```
 */
export const layer = Layer.sync(PinStore, () => {
  const pins = new Map<string, Pin>()
  const listeners = new Set<(tools: ReadonlyArray<string>) => void>()
  const put = (pin: Pin) => {
    pins.set(keyOf(pin), Object.freeze({ ...pin }))
    for (const changed of listeners) changed([pin.tool])
  }
  return {
    get: (tool, owner, implementation) => Effect.sync(() => pins.get(keyOf({ tool, owner, implementation }))),
    list: Effect.sync(() => [...pins.values()]),
    add: (pin) =>
      Effect.sync(() => {
        if (!pins.has(keyOf(pin))) put(pin)
        return pins.get(keyOf(pin)) ?? pin
      }),
    replace: (pin) => Effect.sync(() => put(pin)),
    listen: (changed) => {
      // Wrapped, so that a function registered twice is called twice.
      const listener = (tools: ReadonlyArray<string>) => changed(tools)
      return Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener))
        )
      )
    }
  }
})

const keyOf = ({ tool, owner, implementation }: PinName): string =>
  JSON.stringify([tool, owner ?? null, implementation ?? null])

type PinName = { readonly [Member in "owner" | "implementation"]?: string | undefined } & Pick<Pin, "tool">
