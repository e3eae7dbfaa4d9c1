import { type Json, type JsonObject, quoted } from "@toolgate/core"
import { encodePointerStep, parsePointer } from "@toolgate/core/json"

/** A reference in arguments, which is replaced with the result of an earlier call. */
export interface Reference {
  /** JSON pointer to the reference in the arguments. */
  readonly at: string
  /** ID of the earlier call. */
  readonly from: string
  /** JSON pointer into the structured result. Without it, the reference means the call's text. */
  readonly pointer: string | undefined
  readonly steps: ReadonlyArray<string>
}

/** The key that marks an object in arguments as a reference. */
export const fromMember = "$from"

/** Returns the references in arguments, or a sentence about the first invalid one. */
export const findReferences = (args: Json): ReadonlyArray<Reference> | string => {
  const found: Array<Reference> = []
  return find(args, "", found) ?? found
}

const find = (value: Json, at: string, found: Array<Reference>): string | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  if (Object.hasOwn(value, fromMember)) {
    const read = referenceOf(value as JsonObject, at)
    if (typeof read === "string") return read
    found.push(read)
    return undefined
  }
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== "object" || member === null) continue
    const fault = find(member, at + encodePointerStep(name), found)
    if (fault !== undefined) return fault
  }
  return undefined
}

const referenceOf = (object: JsonObject, at: string): Reference | string => {
  const { [fromMember]: from, pointer, ...others } = object
  const steps = stepsOf(pointer)
  if (typeof from !== "string" || steps === undefined || Object.keys(others).length > 0)
    return `${describeReference(at)} cannot be read. A reference has the id of an earlier call and, if need be, a JSON pointer into its result, and nothing else, as in {"$from":"1","pointer":"/path"}.`
  return { at, from, pointer: pointer as string | undefined, steps }
}

const stepsOf = (pointer: Json | undefined): ReadonlyArray<string> | undefined => {
  if (pointer === undefined) return []
  return typeof pointer === "string" ? parsePointer(pointer) : undefined
}

/** Begins a sentence about a reference. */
export const describeReference = (at: string): string =>
  `The reference at ${at === "" ? "the top" : quoted(at)} of the arguments`

/** A pointer without a target. */
export const nowhere: unique symbol = Symbol("nowhere")

/** Follows a pointer through own members only, never through a prototype. */
export const followPointer = (value: Json, steps: ReadonlyArray<string>): Json | typeof nowhere => {
  let at = value
  for (const step of steps) {
    if (typeof at !== "object" || at === null) return nowhere
    if (Array.isArray(at)) {
      // "01", "-" and "length" are not array items.
      if (!/^(?:0|[1-9]\d{0,15})$/.test(step) || !(Number(step) < at.length)) return nowhere
      at = at[Number(step)] as Json
    } else {
      if (!Object.hasOwn(at, step)) return nowhere
      at = (at as JsonObject)[step] as Json
    }
  }
  return at
}

/** Replaces references in arguments. References inside the inserted values are not resolved. */
export const fillReferences = (value: Json, at: string, values: ReadonlyMap<string, Json>): Json => {
  if (typeof value !== "object" || value === null) return value
  const given = values.get(at)
  if (given !== undefined && Object.hasOwn(value, fromMember)) return given
  if (Array.isArray(value))
    return value.map((item, index) => fillReferences(item, at + encodePointerStep(index), values))
  const made: Record<string, Json> = {}
  for (const [name, member] of Object.entries(value as JsonObject)) {
    const own = fillReferences(member, at + encodePointerStep(name), values)
    // Assigning to this name would change the prototype.
    if (name === "__proto__") Object.defineProperty(made, name, { value: own, enumerable: true })
    else made[name] = own
  }
  return made
}
