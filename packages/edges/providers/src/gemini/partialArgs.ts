import type { Json, JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import { getMember, getText, toObjects } from "../round/unknownJson.ts"

/** Arguments that arrive in parts, each with a JSON Path. Texts for the same path are joined. */
export class PartialArgs {
  private readonly root: Record<string, Json> = {}
  private isWhole = true

  /** Adds parts of a call in the provider's form. */
  add(parts: unknown): void {
    for (const part of toObjects(parts)) {
      const steps = stepsOf(getText(part, "jsonPath") ?? "")
      const value = leafOf(part)
      if (steps === undefined || value === undefined || !put(this.root, steps, value)) this.isWhole = false
    }
  }

  /** Returns the arguments, or a text that every gate refuses if a path was invalid. */
  value(given: unknown): Json {
    if (!this.isWhole) return "The arguments came in parts that do not fit together."
    return { ...(isJsonObject(given) ? given : {}), ...this.root }
  }
}

const leafOf = (part: JsonObject): Json | undefined => {
  if (Object.hasOwn(part, "nullValue")) return null
  for (const name of ["stringValue", "numberValue", "boolValue"]) {
    const value = getMember(part, name)
    if (value !== undefined && typeof value !== "object") return value as Json
  }
  return undefined
}

/** Parses a path such as `$.orders[0].name` or `$['a b']` into keys and indexes. */
const stepsOf = (path: string): ReadonlyArray<string | number> | undefined => {
  if (!path.startsWith("$") || path.length > 4_096) return undefined
  const steps: Array<string | number> = []
  const step = /\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y
  for (step.lastIndex = 1; step.lastIndex < path.length; ) {
    const found = step.exec(path)
    if (found === null) return undefined
    const [, name, index, single, double] = found
    steps.push(index === undefined ? (name ?? (single ?? double ?? "").replaceAll(/\\(.)/g, "$1")) : Number(index))
  }
  return steps.length === 0 || steps.length > 64 ? undefined : steps
}

/** Stores a value at a path. False if the path is occupied. */
const put = (root: Record<string, Json>, steps: ReadonlyArray<string | number>, value: Json): boolean => {
  let at: Container = root
  for (const [index, step] of steps.entries()) {
    if (Array.isArray(at) !== (typeof step === "number")) return false
    if (typeof step === "number" && step > (at as Array<Json>).length) return false
    const there: unknown = Object.hasOwn(at, step) ? (at as Record<string | number, unknown>)[step] : undefined
    if (index === steps.length - 1) {
      if (typeof there === "string" && typeof value === "string") return set(at, step, there + value)
      return there === undefined && set(at, step, value)
    }
    if (there !== undefined) {
      if (typeof there !== "object" || there === null) return false
      at = there as Container
      continue
    }
    const made: Container = typeof steps[index + 1] === "number" ? [] : {}
    set(at, step, made as Json)
    at = made
  }
  return false
}

type Container = Record<string, Json> | Array<Json>

// Assigning to "__proto__" would change the prototype.
const set = (at: Container, step: string | number, value: Json): true => {
  Object.defineProperty(at, step, { value, writable: true, enumerable: true, configurable: true })
  return true
}
