import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { StoreUnavailable } from "./StoreUnavailable.ts"

/**
 * The pin of a tool: its definition as it was approved, or the note that the approval was revoked. The MAC makes a pin valid: a row in a
 * database is no authority.
 */
export interface Pin {
  /** The name of the tool. */
  readonly tool: string
  /** The owner of the tool, if it has one. */
  readonly owner?: string
  /**
   * A digest of how the tool is implemented, without the contents of files; absent if nothing describes it. A name has one pin for each
   * owner and implementation, so that two projects may have a server of one name and one command, each with its variables and its script.
   */
  readonly implementation?: string
  /** The digest of the tool's definition. */
  readonly digest: string
  /** The promises of the definition: the canonical JSON of which `digest` is the SHA-256. */
  readonly definition: string
  /** The person who approved the definition or revoked the approval, or a note of how else the pin came. */
  readonly by: string
  /** The time of the approval or of its revocation, in milliseconds since the epoch. */
  readonly at: number
  /** Set if the approval was revoked: the pin approves nothing, and the tool waits for a person. */
  readonly revoked?: true
  /** The authentication code of the other members. */
  readonly mac: string
}

/**
 * The store of pins, which several gates may share. It knows neither tools nor keys, and keeps the texts that it is given exactly.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { PinStore } from "@toolgate/core"
 *
 * export const approver = (tool: string) =>
 *   Effect.gen(function* () {
 *     const { get } = yield* PinStore
 *     const pin = yield* get(tool)
 *     return pin === undefined ? `"${tool}" is not pinned.` : `${pin.by} approved "${tool}".`
 *   })
 * ```
 */
export class PinStore extends Context.Service<
  PinStore,
  {
    /** Returns the pin of a tool. One that was damaged in the store is a pin whose MAC is not valid. */
    readonly get: (tool: string, owner?: string, implementation?: string) => Effect<Pin | undefined, StoreUnavailable>
    /** Returns all pins but those that were damaged in the store. */
    readonly list: Effect<ReadonlyArray<Pin>, StoreUnavailable>
    /**
     * Adds a pin if its tool has none. Returns the pin that the tool has afterwards: of several that are added at once, the first.
     * When the effect ends, the pin would survive a loss of power.
     */
    readonly add: (pin: Pin) => Effect<Pin, StoreUnavailable>
    /** Puts a pin in the place of the one that its tool has, or adds it. The pin is as durable as one that was added. */
    readonly replace: (pin: Pin) => Effect<void, StoreUnavailable>
    /**
     * Calls `changed` after a pin has come or changed, in this process or another, until the scope closes. Calls may be merged.
     * `tools` are the tools of the pins; without them, any pin may have changed. `changed` must not take time.
     */
    readonly listen: (changed: (tools?: ReadonlyArray<string>) => void) => Effect<void, never, Scope>
  }
>()("@toolgate/core/PinStore") {}
