import type { JsonObject } from "@toolgate/core"

/** Renames members of an object. Skips absent members. */
export const renameMembers = (object: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(names).flatMap(([theirs, ours]) => {
      const value = Object.hasOwn(object, theirs) ? object[theirs] : undefined
      return value === undefined || value === null ? [] : [[ours, value]]
    })
  )
