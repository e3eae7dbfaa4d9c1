import { hash } from "node:crypto"
import { type JsonObject, type Pin, pickDefinition, type ToolDefinition } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"
import { digestTool, writePromises, writePromisesWithoutRecipes } from "./digestTool.ts"

/** Returns the pin by which somebody approves a definition. */
export const makePin = (definition: ToolDefinition, { by, at }: Pick<Pin, "by" | "at">, key: SecretKey): Pin => {
  const implementation = implementationOf(definition)
  return signed(
    {
      tool: definition.name,
      ...(definition.owner === undefined ? {} : { owner: definition.owner }),
      ...(implementation === undefined ? {} : { implementation }),
      digest: digestTool(definition),
      definition: writePromises(definition),
      by,
      at
    },
    key
  )
}

/**
 * Returns the pin that revokes another one, to be put in its place. Unlike a missing pin, it keeps the tool in quarantine where first
 * definitions are approved as they come.
 */
export const revokePin = ({ mac: _mac, ...pin }: Pin, { by, at }: Pick<Pin, "by" | "at">, key: SecretKey): Pin =>
  signed({ ...pin, by, at, revoked: true }, key)

/** Returns what names the implementation of a tool in its pin: a digest of all that describes it but the contents of its files. */
const implementationOf = (definition: ToolDefinition): string | undefined => {
  const { implementations } = pickDefinition(definition)
  const isDescribed = implementations.some((one) => one.kind !== "provider" && (one.recipe ?? one.files) !== undefined)
  const withoutContents = implementations.map((one) =>
    one.kind === "provider" ? one : { ...one, files: one.files?.map(({ path }) => path) ?? [] }
  )
  return isDescribed ? hash("sha256", canonicalizeJson(withoutContents)) : undefined
}

/** Returns the name, the owner and the implementation by which a store finds the pin of a definition. */
export const namePin = (definition: ToolDefinition) =>
  [definition.name, definition.owner, implementationOf(definition)] as const

const signed = (pin: Omit<Pin, "mac">, key: SecretKey): Pin => ({
  ...pin,
  mac: key.mac(purpose, canonicalizeJson({ ...pin }))
})

/**
 * Returns what a pin says of the definition of a tool. The pin approves it, or another definition; or it approves
 * nothing, because it was revoked, was made with another key, was changed, or belongs to another tool.
 */
export const getPinState = (definition: ToolDefinition, pin: Pin, key: SecretKey): PinState => {
  const isOther =
    canonicalizeJson([pin.tool, pin.owner ?? null, pin.implementation ?? null]) !==
    canonicalizeJson(namePin(definition).map((one) => one ?? null))
  if (isOther || !isSigned(pin, key)) return "invalid"
  if (pin.revoked) return "revoked"
  if (pin.definition === writePromises(definition)) return "approved"
  return isEarlier(definition, pin) ? "earlier" : "changed"
}

/**
 * The state of a definition by its pin. `earlier`: the pin was made by a version of the gate whose pins did not cover what a tool runs, and
 * approves nothing.
 */
export type PinState = "approved" | "changed" | "revoked" | "invalid" | "earlier"

/** Whether a pin approves a definition by the rules before pins covered what a tool runs. */
export const isEarlier = (definition: ToolDefinition, pin: Pin): boolean => {
  const text = writePromisesWithoutRecipes(definition)
  return pin.definition === text && text !== writePromises(definition)
}

/** Whether a pin was made with this key. */
export const isSigned = ({ mac, ...said }: Pin, key: SecretKey): boolean =>
  typeof mac === "string" && key.verify(purpose, canonicalizeJson(said), mac)

/** Returns the members in which a definition differs from the one that a valid pin approves. */
export const listChangedMembers = (definition: ToolDefinition, pin: Pin): ReadonlyArray<string> =>
  listChanges(parseMembers(writePromises(definition)), parseMembers(pin.definition)).sort()

/** The members of a definition, each with its canonical text. */
export type Members = ReadonlyMap<string, string>

/** Reads the members of a definition. */
export const parseMembers = (definition: string): Members =>
  new Map(
    Object.entries((JSON.parse(definition) as JsonObject | null) ?? {}).map(([name, member]) => [
      name,
      canonicalizeJson(member)
    ])
  )

/** Returns the names of the members in which two definitions differ. */
export const listChanges = (one: Members, other: Members): Array<string> =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))

const purpose = "pin"
