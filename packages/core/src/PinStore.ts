import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/**
 * The pin of a tool: its approved definition, or a note that the approval was revoked. Only the MAC makes a pin valid:
 * write access to the database is not enough.
 */
export interface Pin {
  readonly tool: string
  readonly owner?: string
  /**
   * A digest of the tool's implementation, without file contents; absent if nothing describes it. Each combination of
   * name, owner and implementation has its own pin, so that two projects can use servers with the same name and command
   * but different variables or scripts.
   */
  readonly implementation?: string
  /** The digest of the tool's definition. */
  readonly digest: string
  /** The canonical JSON of the definition. `digest` is its SHA-256. */
  readonly definition: string
  /** The person who approved or revoked, or a note that explains the pin's origin. */
  readonly by: string
  /** The time of approval or revocation, in milliseconds since the epoch. */
  readonly at: number
  /** Set if the approval was revoked. The pin then approves nothing, and the tool waits for a person. */
  readonly revoked?: true
  /** The MAC of the other members. */
  readonly mac: string
}

/**
 * Stores pins; several gates may share one store. It knows neither tools nor keys, and returns every text unchanged.
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
 *   const { add, get } = yield* PinStore
 *   yield* add(pin)
 *   // The first pin of a tool stays in force.
 *   const { by } = yield* add({ ...pin, by: "bob" })
 *   return [by, yield* get("deploy")]
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryPinStore.layer)), ["alice", undefined])
 * ```
 */
export class PinStore extends Context.Service<
  PinStore,
  {
    /** Returns the pin of a tool. A pin that was damaged in the store has an invalid MAC. */
    readonly get: (tool: string, owner?: string, implementation?: string) => Effect<Pin | undefined, StoreUnavailable>
    /** Returns all pins except those that were damaged in the store. */
    readonly list: Effect<ReadonlyArray<Pin>, StoreUnavailable>
    /**
     * Adds a pin if its tool is not pinned yet. Returns the pin that is in force afterwards: of several concurrent
     * additions, the first. When the effect ends, the pin survives a power failure.
     */
    readonly add: (pin: Pin) => Effect<Pin, StoreUnavailable>
    /** Replaces the pin of a tool, or adds it. As durable as `add`. */
    readonly replace: (pin: Pin) => Effect<void, StoreUnavailable>
    /**
     * Calls `changed` after a pin is added or changed, by this process or another, until the scope closes. Several changes
     * may cause one call. `tools` names the affected tools; without it, any pin may have changed. `changed` must return
     * quickly.
     */
    readonly listen: (changed: (tools?: ReadonlyArray<string>) => void) => Effect<void, never, Scope>
  }
>()("@toolgate/core/PinStore") {}
