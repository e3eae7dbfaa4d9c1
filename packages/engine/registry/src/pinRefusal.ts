import {
  type JsonObject,
  type Pin,
  PinStore,
  type Refused,
  refused,
  StoreUnavailable,
  type ToolDefinition
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { firstSights } from "./firstSights.ts"
import { changedMembers, pinOf, pinState } from "./pins.ts"

/**
 * A rule about the definitions of one source. `approved`: a definition is in force once a person has approved it.
 * `first-use`: the first definition that a gate sees is pinned as it comes, and every later one has to be approved.
 */
export type PinRule = "approved" | "first-use"

/** The options of a registry of pinned tools. */
export interface PinOptions {
  /** The key that makes pins valid. Whoever has it can approve definitions. */
  readonly key: SecretKey
  /** The rule about the app's own tools, which are not pinned by default. */
  readonly app?: PinRule | "off"
  /** The rules about other owners, by their identity. The rule is `approved` for an owner that is not named. */
  readonly owners?: Readonly<Record<string, PinRule>>
  /** Returns the command with which a person looks at a tool, or approves it. By default, it names the tool and nothing else. */
  readonly reviewWith?: (review: PinReview, tool: string) => string
}

/** A step of a person's review: to see a definition, to see what has changed in it, or to approve it. */
export type PinReview = "show" | "diff" | "approve"

/**
 * Returns a function that compares a definition with its pin. Its answer is the refusal of the tool's calls, or
 * `undefined` if the definition is in force. It fails if the store cannot tell.
 */
export const pinRefusal = Effect.fnUntraced(function* ({
  key,
  app = "off",
  owners = {},
  reviewWith = (review, tool) => `toolgate tools ${review} ${tool}`
}: PinOptions) {
  const store = yield* PinStore
  const tellFirstSight = yield* firstSights
  const ruleOf = ({ owner }: ToolDefinition): PinRule | "off" => {
    if (owner === undefined) return app
    return (Object.hasOwn(owners, owner) ? owners[owner] : undefined) ?? "approved"
  }
  const pinned = Effect.fnUntraced(function* (definition: ToolDefinition) {
    const found = yield* store.get(definition.name)
    if (found !== undefined || ruleOf(definition) !== "first-use") return found
    const pin = pinOf(definition, { by: "first use", at: yield* Clock.currentTimeMillis }, key)
    const kept = yield* store.add(pin)
    if (kept.mac === pin.mac) tellFirstSight(definition)
    return kept
  })
  return (definition: ToolDefinition): Effect.Effect<Refused | undefined, StoreUnavailable> =>
    ruleOf(definition) === "off"
      ? Effect.undefined
      : Effect.catchDefect(
          Effect.map(pinned(definition), (pin) => judged(definition, pin, key, reviewWith)),
          (cause) => Effect.fail(new StoreUnavailable({ message: `The store of pins broke: ${String(cause)}`, cause }))
        )
})

/** Returns the refusal of a tool whose pin cannot be read. */
export const unread = ({ name }: ToolDefinition): Refused =>
  refused(
    "StoreUnavailable",
    `Tool "${name}" is quarantined: its pin cannot be read, because the store of pins cannot be used now.`
  )

const judged = (
  definition: ToolDefinition,
  pin: Pin | undefined,
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
  if (pin === undefined) return quarantined("nobody has approved its definition yet", "show")
  const state = pinState(definition, pin, key)
  if (state === "approved") return undefined
  if (state === "invalid") return quarantined(invalid, "show")
  if (state === "revoked") return quarantined("its approval was revoked", "show")
  const changed = changedMembers(definition, pin)
  return quarantined(`its definition has changed since it was approved (${changed.join(", ")})`, "diff", { changed })
}

const invalid = "its pin is not valid, because it was made with another key, was changed, or belongs to another tool"
