import { type Json, type JsonObject, quoted } from "@toolgate/core"
import { encodePointerStep, parsePointer } from "@toolgate/core/json"

/** A reference in the arguments of a call: what it stands for is taken from the result of an earlier call of the turn. */
export interface Reference {
  /** The JSON pointer to the reference in the arguments. */
  readonly at: string
  /** The id of the earlier call. */
  readonly from: string
  /** The JSON pointer into its structured result. Without one, the reference stands for what the call says to a model. */
  readonly pointer: string | undefined
  readonly steps: ReadonlyArray<string>
}

/** The member that makes an object in the arguments of a call a reference. */
export const fromMember = "$from"

/** Returns the references in arguments, or a sentence about the first that is none as it is written. */
export const referencesIn = (args: Json): ReadonlyArray<Reference> | string => {
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
    return `${subject(at)} cannot be read. A reference has the id of an earlier call and, if need be, a JSON pointer into its result, and nothing else, as in {"$from":"1","pointer":"/path"}.`
  return { at, from, pointer: pointer as string | undefined, steps }
}

const stepsOf = (pointer: Json | undefined): ReadonlyArray<string> | undefined => {
  if (pointer === undefined) return []
  return typeof pointer === "string" ? parsePointer(pointer) : undefined
}

/** Returns the beginning of a sentence about a reference. */
export const subject = (at: string): string => `The reference at ${at === "" ? "the top" : quoted(at)} of the arguments`

/** A pointer that leads nowhere. */
export const nowhere: unique symbol = Symbol("nowhere")

/** Returns what is at the steps of a pointer. Only what a value itself has is found, and no member of a prototype. */
export const valueAt = (value: Json, steps: ReadonlyArray<string>): Json | typeof nowhere => {
  let at = value
  for (const step of steps) {
    if (typeof at !== "object" || at === null) return nowhere
    if (Array.isArray(at)) {
      // "01", "-" and "length" are no items.
      if (!/^(?:0|[1-9]\d{0,15})$/.test(step) || !(Number(step) < at.length)) return nowhere
      at = at[Number(step)] as Json
    } else {
      if (!Object.hasOwn(at, step)) return nowhere
      at = (at as JsonObject)[step] as Json
    }
  }
  return at
}

/**
 * Returns arguments with other values in the places of their references. The values are data: a reference that one of them holds is
 * not looked for.
 */
export const filled = (value: Json, at: string, values: ReadonlyMap<string, Json>): Json => {
  if (typeof value !== "object" || value === null) return value
  const given = values.get(at)
  if (given !== undefined && Object.hasOwn(value, fromMember)) return given
  if (Array.isArray(value)) return value.map((item, index) => filled(item, at + encodePointerStep(index), values))
  const made: Record<string, Json> = {}
  for (const [name, member] of Object.entries(value as JsonObject)) {
    const own = filled(member, at + encodePointerStep(name), values)
    // An assignment to this one name would change the prototype.
    if (name === "__proto__") Object.defineProperty(made, name, { value: own, enumerable: true })
    else made[name] = own
  }
  return made
}
