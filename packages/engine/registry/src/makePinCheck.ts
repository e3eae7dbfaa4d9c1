import {
  escapeUnprintable,
  type JsonObject,
  type Pin,
  PinStore,
  quoted,
  type Refused,
  refused,
  StoreUnavailable,
  ToolBatch,
  type ToolDefinition
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { logFirstPins } from "./logFirstPins.ts"
import { getPinState, isEarlier, listChangedMembers, makePin, namePin } from "./pins.ts"
import { ValidPins } from "./ValidPins.ts"

/**
 * A rule for the definitions of one source. `approved`: a person has to approve each definition. `first-use`: the
 * definitions that a gate sees first are pinned automatically; all later definitions and names have to be approved.
 */
export type PinRule = "approved" | "first-use"

/** Options of a pinned registry. */
export interface PinOptions {
  /** The key that authenticates pins. Any holder of the key can approve definitions. */
  readonly key: SecretKey
  /** The rule for the app's own tools. They are not pinned by default. */
  readonly app?: PinRule | "off"
  /** The rules for other owners, by identity. The default is `approved`. */
  readonly owners?: Readonly<Record<string, PinRule>>
  /** Returns the command to review or approve a tool. By default, it contains only the tool's name. */
  readonly reviewWith?: (review: PinReview, tool: string) => string
}

/** A review step: show a definition, show its changes, or approve it. */
export type PinReview = "show" | "diff" | "approve"

/**
 * Returns a function that compares a definition with its pin. It returns the refusal of the tool's calls, or `undefined`
 * if the definition is approved, and fails if the store cannot be read.
 */
export const makePinCheck = Effect.fnUntraced(function* ({
  key,
  app = "off",
  owners = {},
  reviewWith = (review, tool) => `toolgate tools ${review} ${tool}`
}: PinOptions) {
  const store = yield* PinStore
  const tellFirstSight = yield* logFirstPins
  const ruleOf = ({ owner }: ToolDefinition): PinRule | "off" => {
    if (owner === undefined) return app
    return (Object.hasOwn(owners, owner) ? owners[owner] : undefined) ?? "approved"
  }
  const told = new Set<string>()
  const readPins = Effect.gen(function* () {
    const pins = new ValidPins(yield* store.list, key)
    const invalid = pins.invalid.filter((pin) => !told.has(rowName(pin)))
    for (const pin of invalid) told.add(rowName(pin))
    if (invalid.length > 0) yield* Effect.logWarning(invalidPins(invalid, reviewWith))
    return pins
  })
  // The pins before a batch: pinning one tool of a batch must not make the others late.
  const pinsOfBatches = new WeakMap<object, Effect.Effect<ValidPins, StoreUnavailable>>()
  const pinsNow = Effect.gen(function* () {
    const batch = yield* ToolBatch
    if (batch === undefined) return yield* readPins
    const read = pinsOfBatches.get(batch) ?? (yield* Effect.cached(readPins))
    pinsOfBatches.set(batch, read)
    return yield* read
  })
  const pinned = Effect.fnUntraced(function* (definition: ToolDefinition) {
    const found = yield* store.get(...namePin(definition))
    if (found !== undefined) return { pin: found }
    const pins = yield* pinsNow
    if (ruleOf(definition) !== "first-use" || pins.isKnown(definition))
      return { pin: undefined, similar: pins.related(definition)[0] }
    const pin = makePin(definition, { by: "first use", at: yield* Clock.currentTimeMillis }, key)
    const kept = yield* store.add(pin)
    if (kept.mac === pin.mac) tellFirstSight(definition)
    return { pin: kept }
  })
  return (definition: ToolDefinition): Effect.Effect<Refused | undefined, StoreUnavailable> =>
    ruleOf(definition) === "off"
      ? Effect.undefined
      : Effect.catchDefect(
          Effect.map(pinned(definition), (found) => judged(definition, found, key, reviewWith)),
          (cause) => Effect.fail(new StoreUnavailable({ message: `The pin store failed: ${String(cause)}`, cause }))
        )
})

/** Refuses a tool whose pin cannot be read. */
export const refuseUnreadPin = ({ name }: ToolDefinition): Refused =>
  refused(
    "StoreUnavailable",
    `Tool "${name}" is quarantined: its pin cannot be read, because the pin store cannot be used now.`
  )

const judged = (
  definition: ToolDefinition,
  { pin, similar }: { readonly pin: Pin | undefined; readonly similar?: Pin | undefined },
  key: SecretKey,
  reviewWith: NonNullable<PinOptions["reviewWith"]>
): Refused | undefined => {
  const quarantined = (because: string, look: PinReview, details: JsonObject = {}): Refused => {
    const { name, owner } = definition
    return refused(
      "ToolQuarantined",
      `Tool "${name}"${owner === undefined ? "" : ` of "${owner}"`} is quarantined: ${because}. ` +
        `A person can see it with "${reviewWith(look, name)}", and approve it with "${reviewWith("approve", name)}".`,
      { tool: name, ...details }
    )
  }
  if (pin === undefined)
    return similar === undefined
      ? quarantined("no person has approved its definition yet", "show")
      : quarantinedAs(definition, similar, quarantined)
  const state = getPinState(definition, pin, key)
  if (state === "approved") return undefined
  if (state === "invalid") return quarantined(invalid, "show")
  if (state === "earlier") return quarantined(earlierPin, "show")
  return state === "revoked"
    ? quarantined("its approval was revoked", "show")
    : quarantinedAs(definition, pin, quarantined)
}

/** Refuses a tool if another definition, or a similar tool of its source, is approved. */
const quarantinedAs = (
  definition: ToolDefinition,
  pin: Pin,
  quarantined: (because: string, look: PinReview, details?: JsonObject) => Refused
): Refused => {
  const { tool, owner } = pin
  if (isEarlier(definition, pin)) return quarantined(earlierPin, "diff")
  if (tool === definition.name) {
    const changed = listChangedMembers(definition, pin)
    const because = `its definition has changed since it was approved (${changed.join(", ")})`
    return quarantined(because, "diff", { changed })
  }
  // A source could rename a tool and change its text at the same time.
  const whose = owner === definition.owner || owner === undefined ? "" : ` of "${owner}"`
  const because = `it is new, and its source is already known; the most similar approved definition is that of "${tool}"${whose}`
  return quarantined(because, "diff", { similar: tool })
}

const invalidPins = (pins: ReadonlyArray<Pin>, reviewWith: NonNullable<PinOptions["reviewWith"]>): string => {
  const names = [...new Set(pins.map(nameOf))]
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : ""
  const named = names.slice(0, mostNamed).map((name) => (name === undefined ? "one without a name" : quoted(name)))
  return (
    `Ignored ${pins.length === 1 ? "a pin that is" : "pins that are"} not valid: ${named.join(", ")}${more}. ` +
    "It was made with another key, was changed or is damaged. " +
    `To use the tool, approve it again with "${reviewWith("approve", names.find((name) => name !== undefined) ?? "NAME")}".`
  )
}

// A damaged row may contain anything.
const nameOf = (pin: Pin | null): string | undefined =>
  typeof pin?.tool === "string" ? escapeUnprintable(pin.tool) : undefined

const rowName = (pin: Pin | null): string => String([nameOf(pin), pin?.owner, pin?.mac])

const mostNamed = 10

const earlierPin =
  "it was approved by an earlier version of Toolgate, whose approvals did not cover what a tool runs; it must be approved again"

const invalid = "its pin is not valid, because it was made with another key, was changed, or belongs to another tool"
