import { canonicalJson, type JsonObject, type Pin, type ToolDefinition } from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import { promisedText, toolDigest } from "./toolDigest.ts"

/** Returns the pin by which somebody approves a definition. */
export const pinOf = (definition: ToolDefinition, { by, at }: Pick<Pin, "by" | "at">, key: SecretKey): Pin => {
  return signed(
    { tool: definition.name, digest: toolDigest(definition), definition: promisedText(definition), by, at },
    key
  )
}

/**
 * Returns the pin that revokes another one, to be put in its place. Unlike a missing pin, it keeps the tool in quarantine where first
 * definitions are approved as they come.
 */
export const revokedPin = (
  { tool, digest, definition }: Pin,
  { by, at }: Pick<Pin, "by" | "at">,
  key: SecretKey
): Pin => signed({ tool, digest, definition, by, at, revoked: true }, key)

const signed = (pin: Omit<Pin, "mac">, key: SecretKey): Pin => ({
  ...pin,
  mac: key.mac(purpose, canonicalJson({ ...pin }))
})

/**
 * Returns what a pin says of the definition of a tool. The pin approves it, or another definition; or it approves
 * nothing, because it was revoked, was made with another key, was changed, or belongs to another tool.
 */
export const pinState = (
  definition: ToolDefinition,
  pin: Pin,
  key: SecretKey
): "approved" | "changed" | "revoked" | "invalid" => {
  const { mac, ...said } = pin
  if (pin.tool !== definition.name || typeof mac !== "string") return "invalid"
  if (!key.verify(purpose, canonicalJson(said), mac)) return "invalid"
  if (pin.revoked) return "revoked"
  return pin.definition === promisedText(definition) ? "approved" : "changed"
}

/** Returns the members in which a definition differs from the one that a valid pin approves. */
export const changedMembers = (definition: ToolDefinition, pin: Pin): ReadonlyArray<string> => {
  const [before, now]: ReadonlyArray<JsonObject> = [JSON.parse(pin.definition), JSON.parse(promisedText(definition))]
  const members = new Set([...Object.keys(before ?? {}), ...Object.keys(now ?? {})])
  return [...members].filter((member) => canonicalJson(before?.[member]) !== canonicalJson(now?.[member])).sort()
}

const purpose = "pin"
