import type { Json, JsonObject } from "./Json.ts"
import { encodePointer } from "./jsonPointer.ts"

/** The remaining budget of a copy. It is counted down. */
export interface JsonBudget {
  readonly depth: number
  /** Values and members. Limits what a structure with shared parts can expand to. */
  nodes: number
  /** UTF-16 code units of all names and strings. */
  characters: number
}

/**
 * The reason why a value is not JSON, and its path. Never contains the value, only its kind.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { copyJson, NotJson } from "@toolgate/core/json"
 *
 * const fault = copyJson({ sizes: [1, Number.NaN] }, { depth: 8, nodes: 100, characters: 1_000 })
 * assert(fault instanceof NotJson)
 * assert.equal(`${fault.pointer} ${fault.reason}`, "/sizes/1 is not a finite number")
 * ```
 */
export class NotJson {
  /** A predicate about the value, such as "is not finite". */
  readonly reason: string
  /** Whether the value is JSON so far but exceeds the budget. */
  readonly tooLarge: boolean
  readonly path: ReadonlyArray<string | number>
  constructor(reason: string, tooLarge = false, path: ReadonlyArray<string | number> = []) {
    this.reason = reason
    this.tooLarge = tooLarge
    this.path = path
  }
  /** Returns the same problem with one more step in front of its path. */
  beneath(name: string | number): NotJson {
    return new NotJson(this.reason, this.tooLarge, [name, ...this.path])
  }
  /** The JSON pointer to the value (RFC 6901). */
  get pointer(): string {
    return encodePointer(this.path)
  }
}

/**
 * Returns a frozen copy of plain JSON data: own enumerable string keys, each getter read once. Omits `undefined` members,
 * as JSON text does. Returns `NotJson` for any other value that JSON cannot represent. Never throws.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { copyJson, NotJson } from "@toolgate/core/json"
 *
 * const budget = () => ({ depth: 8, nodes: 100, characters: 1_000 })
 * const copy = copyJson({ paths: ["a.txt"] }, budget())
 * assert.deepEqual(copy, { paths: ["a.txt"] })
 * assert(Object.isFrozen(copy))
 * assert(copyJson({ at: new Date() }, budget()) instanceof NotJson)
 * ```
 */
export const copyJson = (value: unknown, budget: JsonBudget): Json | NotJson => {
  try {
    return copy(value, budget, 0)
  } catch {
    // Only a getter or a proxy can throw here. Its error may quote a value.
    return new NotJson("could not be read")
  }
}

const copy = (value: unknown, budget: JsonBudget, depth: number): Json | NotJson => {
  if (--budget.nodes < 0) return tooMany
  switch (typeof value) {
    case "string":
      budget.characters -= value.length
      return budget.characters < 0 ? tooLong : value
    case "boolean":
      return value
    case "number":
      return Number.isFinite(value) ? value : notFinite
    case "object":
      if (value === null) return null
      if (depth === budget.depth) return tooDeep(budget)
      if (Array.isArray(value)) return copyArray(value, budget, depth + 1)
      return isPlain(value) ? copyObject(value, budget, depth + 1) : new NotJson("is an instance of a class")
    default:
      return new NotJson(typeof value === "undefined" ? "is undefined" : `is a ${typeof value}`)
  }
}

const copyArray = (value: ReadonlyArray<unknown>, budget: JsonBudget, depth: number): Json | NotJson => {
  const copied: Array<Json> = []
  const { length } = value
  for (let index = 0; index < length; index++) {
    const item = copy(value[index], budget, depth)
    if (item instanceof NotJson) return item.beneath(index)
    copied.push(item)
  }
  return Object.freeze(copied)
}

const copyObject = (value: object, budget: JsonBudget, depth: number): Json | NotJson => {
  const copied: Record<string, Json> = {}
  // `Object.keys` would allocate a list for each object of each call.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    const given = (value as Record<string, unknown>)[name]
    if (given === undefined) continue
    budget.characters -= name.length
    const member = copy(given, budget, depth)
    if (member instanceof NotJson) return member.beneath(name)
    // Assigning `__proto__` would change the copy's prototype.
    if (name === "__proto__") Object.defineProperty(copied, name, { value: member, enumerable: true })
    else copied[name] = member
  }
  return Object.freeze(copied)
}

/** Includes plain objects of another realm, which have another `Object.prototype`. */
const isPlain = (value: object) => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

const tooMany = new NotJson("holds too many values", true)
const tooLong = new NotJson("holds too much text", true)
const notFinite = new NotJson("is not a finite number")
const tooDeep = (budget: JsonBudget) => new NotJson(`is nested deeper than ${budget.depth} levels, or contains itself`)

/**
 * Freezes a result of `JSON.parse` in place, under the same budget. The length of the text limits the characters. Adds the
 * number of members to `members.count`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { freezeParsed } from "@toolgate/core/json"
 *
 * const parsed = JSON.parse('{ "paths": ["a.txt"] }')
 * assert.equal(freezeParsed(parsed, { depth: 8, nodes: 100, characters: 1_000 }, { count: 0 }), undefined)
 * assert(Object.isFrozen(parsed.paths))
 * // `JSON.parse` reads this as Infinity.
 * const fault = freezeParsed(JSON.parse("1e999"), { depth: 8, nodes: 100, characters: 1_000 }, { count: 0 })
 * assert.equal(fault?.reason, "is not a finite number")
 * ```
 */
export const freezeParsed = (
  value: Json,
  budget: JsonBudget,
  members: { count: number },
  depth = 0
): NotJson | undefined => {
  if (--budget.nodes < 0) return tooMany
  // `JSON.parse` reads a number such as 1e999 as Infinity.
  if (typeof value === "number") return Number.isFinite(value) ? undefined : notFinite
  if (typeof value !== "object" || value === null) return undefined
  if (depth === budget.depth) return tooDeep(budget)
  const names = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const name of names) {
    if (typeof name === "string") members.count++
    const fault = freezeParsed((value as JsonObject)[name] ?? null, budget, members, depth + 1)
    if (fault !== undefined) return fault.beneath(name)
  }
  Object.freeze(value)
  return undefined
}
