import type { Json, JsonObject } from "./Json.ts"

/** Why a value is not JSON, or not within bounds, and the JSON pointer (RFC 6901) to where. Never shows the value. */
export interface NotJson {
  readonly pointer: string
  readonly reason: string
  readonly tooLarge: boolean
}

export interface JsonBounds {
  /** How much the value may hold: a character counts 1, and everything else 8. */
  readonly size: number
  readonly depth: number
}

/**
 * A plain and frozen copy of a value, read once: JSON all through, and nobody can change it afterwards.
 *
 * Own properties only, `__proto__` like any other. A property that is `undefined` is left out, as in `JSON.stringify`;
 * everything else that JSON cannot carry makes it a `NotJson`.
 */
export const copyJson = (value: unknown, bounds: JsonBounds): { readonly json: Json } | NotJson => {
  const copying: Copying = { left: bounds.size, levels: bounds.depth, path: undefined, reason: "cannot be read" }
  try {
    const json = copy(value, copying)
    if (json !== failed) return { json }
  } catch {
    // A getter or a proxy that throws: where and why is its own affair.
  }
  return { pointer: pointerTo(copying.path ?? []), reason: copying.reason, tooLarge: copying.left < 0 }
}

/** A JSON pointer to the place that the keys lead to. */
export const pointerTo = (path: ReadonlyArray<string>): string =>
  path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

interface Copying {
  left: number
  levels: number
  path: Array<string> | undefined
  reason: string
}

const failed = Symbol("failed")

const copy = (value: unknown, copying: Copying): Json | typeof failed => {
  copying.left -= typeof value === "string" ? value.length : 8
  if (copying.left < 0) return tooLarge(copying)
  switch (typeof value) {
    case "string":
    case "boolean":
      return value
    case "number":
      return Number.isFinite(value) ? value : fail(copying, "is a number that JSON does not have")
    case "object":
      if (value === null) return null
      if (copying.levels === 0) return fail(copying, "is nested too deeply")
      return Array.isArray(value) ? copyArray(value, copying) : copyObject(value, copying)
    default:
      return fail(copying, value === undefined ? "is undefined" : `is a ${typeof value}`)
  }
}

const copyArray = (array: ReadonlyArray<unknown>, copying: Copying): Json | typeof failed => {
  if (array.length * 8 > copying.left) return tooLarge(copying)
  const copied = array.slice() as Array<Json>
  copying.levels--
  for (let at = 0; at < copied.length; at++) {
    const item = copy(copied[at], copying)
    if (item === failed) return beneath(copying, String(at))
    copied[at] = item
  }
  copying.levels++
  return Object.freeze(copied)
}

const copyObject = (object: object, copying: Copying): JsonObject | typeof failed => {
  if (!isPlain(object)) return fail(copying, "is an instance of a class, not a plain object")
  const copied = { ...object } as Record<string, Json>
  copying.levels--
  for (const key in copied) {
    const value: unknown = copied[key]
    copying.left -= key.length
    if (value === undefined) {
      delete copied[key]
      continue
    }
    const json = copy(value, copying)
    if (json === failed) return beneath(copying, key)
    if (json !== value) copied[key] = json
  }
  copying.levels++
  return Object.freeze(copied)
}

// Of this realm or of another one: what stands above a plain object's prototype is nothing.
const isPlain = (object: object): boolean => {
  const prototype = Object.getPrototypeOf(object)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

const tooLarge = (copying: Copying): typeof failed => {
  copying.left = -1
  return fail(copying, "is too large")
}

const fail = (copying: Copying, reason: string): typeof failed => {
  copying.reason = reason
  copying.path = []
  return failed
}

const beneath = (copying: Copying, key: string): typeof failed => {
  copying.path?.unshift(key)
  return failed
}
