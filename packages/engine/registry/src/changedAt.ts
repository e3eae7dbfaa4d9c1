import type { Json, JsonObject } from "@toolgate/core"

/**
 * Returns the path at which a value differs from the JSON that it was made of, or `undefined` if the value does not
 * differ. A member that is left out is no difference, because a reader of the JSON still finds it there.
 */
export const changedAt = (given: Json, made: unknown, path: Path = []): Path | undefined => {
  if (given === made) return undefined
  if (typeof given !== "object" || given === null || typeof made !== "object" || made === null) return path
  if (Array.isArray(given)) {
    if (!Array.isArray(made) || made.length !== given.length) return path
    for (const [at, item] of given.entries()) {
      const changed = changedAt(item, made[at], [...path, at])
      if (changed !== undefined) return changed
    }
    return undefined
  }
  if (Array.isArray(made) || !isPlain(made)) return path
  const members = made as Readonly<Record<string, unknown>>
  for (const [name, member] of Object.entries(given as JsonObject)) {
    const changed = Object.hasOwn(members, name) ? changedAt(member, members[name], [...path, name]) : undefined
    if (changed !== undefined) return changed
  }
  const added = Object.keys(members).find((name) => members[name] !== undefined && !Object.hasOwn(given, name))
  return added === undefined ? undefined : [...path, added]
}

type Path = ReadonlyArray<string | number>

const isPlain = (value: object) => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
