import { type Pin, PinStore, type RegisteredTool, type StoreUnavailable } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import { pinState } from "@toolgate/registry"
import { openStore, SqlPinStore, type StoreReference, storeKeyOf } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { wrongStore } from "./approvalsIn.ts"
import { timeOf } from "./approvalText.ts"
import type { WrongUse } from "./WrongUse.ts"

/** The pin of a tool, as far as it is valid. */
export type PinFound =
  | { readonly state: "approved" | "changed" | "revoked"; readonly pin: Pin }
  | { readonly state: "invalid" | "none"; readonly pin?: undefined }

/** Runs a command with the pins of a store, and with the store's key. A store that cannot be used becomes an error of use. */
export const withPins = <A>(
  reference: StoreReference,
  use: (pins: PinStore["Service"], key: SecretKey) => Effect.Effect<A, StoreUnavailable>
): Effect.Effect<A, WrongUse> =>
  Effect.flatMap(storeKeyOf(reference), (key) => Effect.flatMap(PinStore, (pins) => use(pins, key))).pipe(
    Effect.provide(Layer.provide(SqlPinStore.layer, openStore(reference.at))),
    Effect.mapError(wrongStore)
  )

/** Returns the pin of a tool. What is not valid is not handed out. */
export const pinOfTool = (
  { definition }: RegisteredTool,
  pins: PinStore["Service"],
  key: SecretKey
): Effect.Effect<PinFound, StoreUnavailable> =>
  Effect.map(pins.get(definition.name), (pin) => {
    if (pin === undefined) return { state: "none" }
    const state = pinState(definition, pin, key)
    return state === "invalid" ? { state } : { state, pin }
  })

/** Returns what a command prints as JSON about a pin. */
export const pinJson = ({ state, pin }: PinFound) =>
  pin === undefined ? { state } : { state, by: pin.by, at: timeOf(pin.at), digest: pin.digest }

/** Returns what a pin says about the definition of a tool, in words. */
export const pinWords = ({ state, pin }: PinFound): string => {
  if (pin === undefined)
    return state === "none"
      ? "nobody has approved the definition"
      : "not valid: made with another key, changed, or of another tool"
  if (state === "revoked") return `its approval was revoked by ${pin.by}, ${timeOf(pin.at)}`
  const approved = `approved by ${pin.by}, ${timeOf(pin.at)}`
  return state === "approved" ? approved : `another definition was ${approved}`
}
