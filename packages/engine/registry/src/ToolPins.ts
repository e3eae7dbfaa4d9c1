import type { Pin, PinStore, StoreUnavailable, ToolDefinition } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { getPinState, isEarlier, makePin, namePin, revokePin } from "./pins.ts"
import { findRelatedPins } from "./ValidPins.ts"

/** The pin of a tool. A pin that is not valid is not returned. */
export type PinFound =
  | { readonly state: "approved" | "changed" | "revoked" | "earlier"; readonly pin: Pin }
  /** A new name of a known source, and the most similar definition that was approved. */
  | { readonly state: "new"; readonly pin: Pin }
  | { readonly state: "invalid" | "none"; readonly pin?: undefined }

/** The person who approves or revokes, and the time. */
type PinnedBy = Pick<Pin, "by" | "at">

/**
 * A service for people who look at the pins of a store, and approve or revoke definitions.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ToolPins } from "@toolgate/registry"
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 * import { createToolgate, defineTool } from "toolgate"
 * import { partsOf, ToolRegistry } from "toolgate/effect"
 *
 * const about = { name: "search", owner: "mcp:archive", description: "Searches.", sideEffects: "READ" } as const
 * const search = defineTool({ ...about, parameters: { type: "object" }, execute: () => [] })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [search], pins: {} })
 * const { services } = partsOf(gate)
 * const pins = Option.getOrThrow(Context.getOption(services, ToolPins))
 * const tool = Context.get(services, ToolRegistry).get("search")
 * assert(tool !== undefined)
 * const { state } = await Effect.runPromise(pins.find(tool.definition))
 * assert.equal(state, "none")
 * ```
 */
export class ToolPins extends Context.Service<
  ToolPins,
  {
    /** Returns the pin of a tool. */
    readonly find: (tool: ToolDefinition) => Effect.Effect<PinFound, StoreUnavailable>
    /** Returns all pins, of tools that no longer exist too, except those that were damaged in the store. */
    readonly list: Effect.Effect<ReadonlyArray<Pin>, StoreUnavailable>
    /** Approves this definition, and returns the pin. */
    readonly approve: (tool: ToolDefinition, by: PinnedBy) => Effect.Effect<Pin, StoreUnavailable>
    /** Revokes the pins of the tools whose names are meant. Several sources may have a tool of one name. */
    readonly revoke: (
      isMeant: (tool: string) => boolean,
      by: PinnedBy
    ) => Effect.Effect<ReadonlyArray<Pin>, StoreUnavailable>
  }
>()("@toolgate/registry/ToolPins") {}

/**
 * Creates the service for the pins of a store, with the store's key.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { PinStore } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { MemoryPinStore, makeToolPins } from "@toolgate/registry"
 * import { makeToolDefinition } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const key = new SecretKey(randomBytes(32))
 * const search = makeToolDefinition({ name: "search" })
 * const program = Effect.gen(function* () {
 *   const { approve, find, revoke } = makeToolPins(yield* PinStore, key)
 *   yield* approve(search, { by: "alice", at: 0 })
 *   const { state } = yield* find(search)
 *   yield* revoke((tool) => tool === "search", { by: "bob", at: 1 })
 *   return [state, (yield* find(search)).state]
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryPinStore.layer)), ["approved", "revoked"])
 * ```
 */
export const makeToolPins = (store: PinStore["Service"], key: SecretKey): ToolPins["Service"] => ({
  find: (tool) =>
    Effect.gen(function* (): Effect.fn.Return<PinFound, StoreUnavailable> {
      const pin = yield* store.get(...namePin(tool))
      if (pin === undefined) {
        const related = findRelatedPins(tool, yield* store.list, key)
        // Of an app's own tools, only another implementation of the same tool says something about it.
        const [similar] = related.filter((one) => tool.owner !== undefined || one.tool === tool.name)
        if (similar?.tool !== tool.name)
          return similar === undefined ? { state: "none" } : { state: "new", pin: similar }
        return { state: isEarlier(tool, similar) ? "earlier" : "changed", pin: similar }
      }
      const state = getPinState(tool, pin, key)
      return state === "invalid" ? { state } : { state, pin }
    }),
  list: store.list,
  approve: (tool, by) => {
    const pin = makePin(tool, by, key)
    return Effect.as(store.replace(pin), pin)
  },
  revoke: (isMeant, by) =>
    Effect.gen(function* () {
      const found = (yield* store.list).filter(({ tool }) => isMeant(tool))
      return yield* Effect.forEach(found, (pin) => {
        const revoked = revokePin(pin, by, key)
        return Effect.as(store.replace(revoked), revoked)
      })
    })
})
