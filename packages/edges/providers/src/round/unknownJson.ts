import type { JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"

/** Returns a value if it is an object. */
export const toObject = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined)

/** Returns the objects in a list. Empty for any other value. */
export const toObjects = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** Returns a member of an object if it is a string. */
export const getText = (object: JsonObject, name: string): string | undefined => {
  const value = getMember(object, name)
  return typeof value === "string" ? value : undefined
}

/** Returns an object's own member. */
export const getMember = (object: unknown, name: string): unknown =>
  typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Returns an object's members with these names, for an answer that repeats them. */
export const pickMembers = (object: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined
      return value === undefined || value === null ? [] : [[name, value] as const]
    })
  )
