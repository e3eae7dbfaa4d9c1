import type { Json, JsonObject } from "@toolgate/core"
import { encodePointer, isJsonObject, parsePointer } from "@toolgate/core/json"

/** A schema without its uncheckable parts, and the parts removed along with them. */
export interface LeftSchema {
  readonly schema: JsonObject
  readonly more: ReadonlyArray<string>
}

/**
 * Removes the parts at these pointers and returns a schema that accepts at least the same values, or `undefined` if that
 * is impossible, as for the root. A part inside a choice or negation is removed with the whole choice or negation, because
 * a partial one could accept more or fewer values. A negation with references is removed too.
 */
export const withoutParts = (schema: JsonObject, pointers: ReadonlyArray<string>): LeftSchema | undefined => {
  const root = structuredClone(schema) as Record<string, Json>
  const more = new Set<string>()
  for (const pointer of pointers) {
    const steps = parsePointer(pointer)
    if (steps === undefined || steps.length === 0) return undefined
    // An applicator that does not accept more when its parts do is removed as a whole, starting with the outermost.
    const at = steps.findIndex((step, index) => notMonotone.has(step) && !isName(steps, index))
    const path = at === -1 ? steps : steps.slice(0, at + 1)
    if (at !== -1 && at + 1 < steps.length) more.add(encodePointer(path))
    if (path.length === 1 && path[0] === "type") return undefined
    remove(root, path, more)
  }
  drop(root, [], more)
  return { schema: root, more: [...more].filter((one) => !pointers.includes(one)) }
}

const notMonotone = new Set(["not", "oneOf", "if", "then", "else", "contains", "minContains", "maxContains"])
const conditional = ["if", "then", "else"]
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"])

/** Whether a step is the name of a schema rather than a keyword. */
const isName = (steps: ReadonlyArray<string>, index: number): boolean =>
  index > 0 && named.has(steps[index - 1] ?? "") && !isName(steps, index - 1)

/** Removes the keyword, or replaces a named or listed schema with one that accepts everything. */
const remove = (root: Record<string, Json>, path: ReadonlyArray<string>, more: Set<string>): void => {
  const last = path.at(-1) ?? ""
  let holder: Json | undefined = root
  for (const step of path.slice(0, -1)) holder = member(holder, step)
  if (Array.isArray(holder)) (holder as Array<Json>)[Number(last)] = true
  if (!isJsonObject(holder)) return
  const node = holder as Record<string, Json>
  if (isName(path, path.length - 1) && path.at(-2) !== "patternProperties" && last !== "__proto__") {
    node[last] = true
    return
  }
  delete node[last]
  if (path.at(-2) === "patternProperties") {
    // The properties that the pattern names are not additional ones.
    const owner = path.slice(0, -2)
    let schema: Json | undefined = root
    for (const step of owner) schema = member(schema, step)
    if (isJsonObject(schema) && Object.hasOwn(schema, "additionalProperties")) {
      delete (schema as Record<string, Json>).additionalProperties
      more.add(encodePointer([...owner, "additionalProperties"]))
    }
  }
  if (conditional.includes(last)) for (const keyword of conditional) delete node[keyword]
}

/**
 * Drops keywords that depend on the removed parts: those that count evaluated members, and those that negate through a
 * reference.
 */
const drop = (node: Json, path: ReadonlyArray<string | number>, more: Set<string>): void => {
  if (Array.isArray(node)) {
    for (const [at, one] of node.entries()) drop(one, [...path, at], more)
    return
  }
  if (!isJsonObject(node)) return
  for (const [keyword, value] of Object.entries(node)) {
    const step = typeof path.at(-1) === "string" && named.has(String(path.at(-1))) ? undefined : keyword
    const isGone =
      step === "unevaluatedProperties" ||
      step === "unevaluatedItems" ||
      (step !== undefined && notMonotone.has(step) && JSON.stringify(value).includes('"$ref"'))
    if (isGone) {
      delete (node as Record<string, Json>)[keyword]
      more.add(encodePointer([...path, keyword]))
    } else if (!data.has(keyword) || step === undefined) drop(value, [...path, keyword], more)
  }
}

/** The keywords whose values are data. */
const data = new Set(["const", "enum", "default", "examples"])

const member = (value: Json | undefined, step: string): Json | undefined =>
  Array.isArray(value)
    ? value[Number(step)]
    : isJsonObject(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined
