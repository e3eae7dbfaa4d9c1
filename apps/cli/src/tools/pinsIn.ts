import { PinStore, type RegisteredTool, type StoreUnavailable } from "@toolgate/core"
import { makeToolPins, type PinFound, type ToolPins } from "@toolgate/registry"
import { type Database, openStore, readStoreKey, SqlPinStore, type StoreReference } from "@toolgate/stores"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { formatTime } from "../approvals/approvalText.ts"
import { findMissingStore, getStoreReference, type StoreFlags } from "../flags/storeFlags.ts"
import { makeRecordAct, type RecordAct } from "../makeRecordAct.ts"
import { Screen } from "../Screen.ts"
import { WrongUse } from "../WrongUse.ts"

/** The pins of a store, and its record. */
export interface PinsHere extends Context.Service.Shape<typeof ToolPins> {
  readonly record: RecordAct
}

/** Runs a command with the pins of a store. A store that cannot be used becomes an error of use. */
export const providePins = <A>(
  reference: StoreReference,
  use: (pins: PinsHere) => Effect.Effect<A, StoreUnavailable | WrongUse, Database>
): Effect.Effect<A, WrongUse> =>
  Effect.gen(function* () {
    const key = yield* readStoreKey(reference)
    return yield* use({ ...makeToolPins(yield* PinStore, key), record: makeRecordAct(key) })
  }).pipe(
    Effect.provide(Layer.provideMerge(SqlPinStore.layer, openStore(reference.at))),
    Effect.mapError((cause) => (cause instanceof WrongUse ? cause : convertStoreError(cause)))
  )

/** Returns the pins of tools. If the store does not exist, it is not created, and a notice says so. */
export const findPins = Effect.fnUntraced(function* (tools: ReadonlyArray<RegisteredTool>, given: StoreFlags) {
  const missing = findMissingStore(given)
  if (missing !== undefined) {
    yield* (yield* Screen).notice(`toolgate: ${missing.message}\n`)
    return tools.map((): PinFound => ({ state: "none" }))
  }
  const reference = yield* getStoreReference(given)
  return yield* providePins(reference, ({ find }) => Effect.forEach(tools, ({ definition }) => find(definition)))
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
