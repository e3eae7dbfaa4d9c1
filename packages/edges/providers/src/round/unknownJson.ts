import type { JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"

/** Returns a value of a response if it is an object. */
export const objectOf = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined)

/** Returns the objects of a list in a response. Anything else has none. */
export const objectsOf = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** Returns a member of an object if it is a text. */
export const textIn = (object: JsonObject, name: string): string | undefined => {
  const value = memberOf(object, name)
  return typeof value === "string" ? value : undefined
}

/** Returns a member that an object itself has. */
export const memberOf = (object: unknown, name: string): unknown =>
  typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Returns the members of an object that it has among some, for an answer that repeats them. */
export const membersOf = (object: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined
      return value === undefined || value === null ? [] : [[name, value] as const]
    })
  )
