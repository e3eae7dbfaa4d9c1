import { type Pin, PinStore, type RegisteredTool, type StoreUnavailable } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { findRelatedPins, getPinState, isEarlier, namePin } from "@toolgate/registry"
import { openStore, readStoreKey, SqlPinStore, type StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { formatTime } from "../approvals/approvalText.ts"
import { findMissingStore, getStoreReference, type StoreFlags } from "../flags/storeFlags.ts"
import { Screen } from "../Screen.ts"
import type { WrongUse } from "../WrongUse.ts"

/** The pin of a tool, without invalid parts. */
export type PinFound =
  | { readonly state: "approved" | "changed" | "revoked" | "earlier"; readonly pin: Pin }
  /** A new name of a known source, and the most similar definition that was approved. */
  | { readonly state: "new"; readonly pin: Pin }
  | { readonly state: "invalid" | "none"; readonly pin?: undefined }

/** Runs a command with the pins of a store, and with the store's key. A store that cannot be used becomes an error of use. */
export const providePins = <A>(
  reference: StoreReference,
  use: (pins: PinStore["Service"], key: SecretKey) => Effect.Effect<A, StoreUnavailable>
): Effect.Effect<A, WrongUse> =>
  Effect.flatMap(readStoreKey(reference), (key) => Effect.flatMap(PinStore, (pins) => use(pins, key))).pipe(
    Effect.provide(Layer.provide(SqlPinStore.layer, openStore(reference.at))),
    Effect.mapError(convertStoreError)
  )

/** Returns the pin of a tool. What is not valid is not handed out. */
const pinOfTool = (
  { definition }: RegisteredTool,
  pins: PinStore["Service"],
  key: SecretKey
): Effect.Effect<PinFound, StoreUnavailable> =>
  Effect.gen(function* (): Effect.fn.Return<PinFound, StoreUnavailable> {
    const pin = yield* pins.get(...namePin(definition))
    if (pin === undefined) {
      const related = findRelatedPins(definition, yield* pins.list, key)
      // Of an app's own tools, only another implementation of the same tool says something about it.
      const [similar] = related.filter(({ tool }) => definition.owner !== undefined || tool === definition.name)
      if (similar?.tool !== definition.name)
        return similar === undefined ? { state: "none" } : { state: "new", pin: similar }
      return { state: isEarlier(definition, similar) ? "earlier" : "changed", pin: similar }
    }
    const state = getPinState(definition, pin, key)
    return state === "invalid" ? { state } : { state, pin }
  })

/** Returns the pins of tools. If the store does not exist, it is not created, and a notice says so. */
export const findPins = Effect.fnUntraced(function* (tools: ReadonlyArray<RegisteredTool>, given: StoreFlags) {
  const missing = findMissingStore(given)
  if (missing !== undefined) {
    yield* (yield* Screen).notice(`toolgate: ${missing.message}\n`)
    return tools.map((): PinFound => ({ state: "none" }))
  }
  const reference = yield* getStoreReference(given)
  return yield* providePins(reference, (pins, key) => Effect.forEach(tools, (tool) => pinOfTool(tool, pins, key)))
})

/** Returns the JSON output about a pin. */
export const buildPinJson = ({ state, pin }: PinFound) =>
  pin === undefined ? { state } : { state, by: pin.by, at: formatTime(pin.at), digest: pin.digest }

/** Describes the state of a tool's pin in words. */
export const describePin = ({ state, pin }: PinFound): string => {
  if (pin === undefined)
    return state === "none"
      ? "no person has approved the definition"
      : "not valid: it was made with another key, was changed, or belongs to another tool"
  if (state === "new")
    return `no person has approved the definition; the most similar approved one is that of "${pin.tool}"${pin.owner === undefined ? "" : ` of "${pin.owner}"`}`
  if (state === "earlier")
    return `approved by ${pin.by}, ${formatTime(pin.at)}, with an earlier version whose approvals did not cover what a tool runs; approve it again`
  if (state === "revoked") return `its approval was revoked by ${pin.by}, ${formatTime(pin.at)}`
  const approved = `approved by ${pin.by}, ${formatTime(pin.at)}`
  return state === "approved" ? approved : `another definition was ${approved}`
}
