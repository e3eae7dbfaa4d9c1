import type { Json, JsonObject } from "@toolgate/core"
import type { Redaction } from "@toolgate/references"
import type { ListedTool } from "./listedTool.ts"

/**
 * Returns a definition without secrets: they are taken out of what is there to be read. `undefined` if one stands elsewhere, such as
 * in a name, where the server would not know its own definition again.
 */
export const withoutSecrets = (listed: ListedTool, { value }: Redaction): ListedTool | undefined => {
  const read = (given: Json, name: string): Json => {
    if (texts.has(name)) return value(given)
    if (Array.isArray(given)) return given.map((item: Json) => read(item, ""))
    return isObject(given)
      ? Object.fromEntries(Object.entries(given).map(([key, member]) => [key, read(member, key)]))
      : given
  }
  const cleaned = read(listed, "") as ListedTool
  return JSON.stringify(value(cleaned)) === JSON.stringify(cleaned) ? cleaned : undefined
}

/** The members of definitions and schemas that change nothing in what a call may be. */
const texts: ReadonlySet<string> = new Set(["title", "description", "$comment", "default", "examples"])

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
