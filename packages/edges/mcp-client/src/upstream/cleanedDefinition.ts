import { escapeHidden, hasHidden, type Json, type JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { Redaction } from "@toolgate/local-secrets/references"
import type { ListedTool } from "./listedTool.ts"

/**
 * Returns a definition with the secrets removed from its descriptive texts. `undefined` if a secret occurs elsewhere,
 * such as in a name: the server would not recognize the changed definition.
 */
export const removeSecrets = (listed: ListedTool, { value }: Redaction): ListedTool | undefined => {
  const cleaned = withTexts(listed, value)
  return JSON.stringify(value(cleaned)) === JSON.stringify(cleaned) ? cleaned : undefined
}

/**
 * Returns a definition with hidden characters escaped in its descriptive texts. `undefined` if the schemas have hidden
 * characters elsewhere, such as in a name: the server would not recognize the changed definition.
 */
export const escapeDefinition = (listed: ListedTool): ListedTool | undefined => {
  const cleaned = withTexts(listed, escapeHiddenTexts)
  return hasHidden(JSON.stringify([cleaned.inputSchema, cleaned.outputSchema])) ? undefined : cleaned
}

/** Escapes hidden characters in texts at any depth. */
export const escapeHiddenTexts = <A extends Json>(given: A): A => {
  if (typeof given === "string") return escapeHidden(given) as A
  if (Array.isArray(given)) return given.map((item: Json) => escapeHiddenTexts(item)) as unknown as A
  return isJsonObject(given) ? (mapped(given, (member) => escapeHiddenTexts(member)) as A) : given
}

/** Applies a change to the descriptive texts of a definition. */
const withTexts = (listed: ListedTool, change: (given: Json) => Json): ListedTool => {
  const read = (given: Json, name: string): Json => {
    if (texts.has(name)) return change(given)
    if (Array.isArray(given)) return given.map((item: Json) => read(item, ""))
    return isJsonObject(given) ? mapped(given, read) : given
  }
  return read(listed, "") as ListedTool
}

const mapped = (given: JsonObject, change: (member: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(given).map(([key, member]) => [key, change(member as Json, key)]))

/** The members of definitions and schemas that do not restrict a call. */
const texts: ReadonlySet<string> = new Set(["title", "description", "$comment", "default", "examples"])
