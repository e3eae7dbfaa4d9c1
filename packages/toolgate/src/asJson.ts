import type { Json } from "@toolgate/core"
import type { JsonBudget } from "@toolgate/core/json"

/** A value as JSON. `isWhole` is false if something was cut because of its size. */
export interface AsJson {
  readonly json: Json
  readonly isWhole: boolean
}

/**
 * Converts any value to JSON. What JSON cannot represent, or what exceeds the limits, becomes a placeholder in brackets. Bigints become
 * their digits, and lone surrogates are replaced. Never throws.
 */
export const asJson = (value: unknown): AsJson => {
  const left: Left = { ...most, isWhole: true, within: [] }
  const json = written(value, left) ?? null
  return { json, isWhole: left.isWhole }
}

/** Slightly above a gate's default limits of 16 MiB and a million values. */
const most: JsonBudget = { depth: 130, nodes: 1_100_000, characters: 17 * 1024 * 1024 }

interface Left extends JsonBudget {
  isWhole: boolean
  /** The enclosing objects, outermost first. */
  readonly within: Array<object>
}

const written = (value: unknown, left: Left): Json | undefined => {
  left.nodes--
  switch (typeof value) {
    case "string":
      return cut(value, left)
    case "boolean":
      return value
    case "number":
      // Adding 0 turns -0 into 0, as JSON does.
      return Number.isFinite(value) ? value + 0 : null
    case "bigint":
      return cut(String(value), left)
    case "object":
      return value === null ? null : inside(value, left)
    default:
      return undefined
  }
}

const cut = (text: string, left: Left): string => {
  // Short texts are never cut, because a reader may compare them.
  const most = Math.max(left.characters, 64)
  left.characters -= text.length
  if (text.length <= most) return text.toWellFormed()
  left.isWhole = false
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
  return `${kept.toWellFormed()}… [${text.length - kept.length} more characters]`
}

const inside = (value: object, left: Left): Json | undefined => {
  if (left.within.includes(value)) return "[holds itself]"
  if (left.within.length === left.depth) {
    left.isWhole = false
    return "[nested too deep]"
  }
  left.within.push(value)
  try {
    if (Array.isArray(value)) return list(value, left)
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
    const { toJSON } = value as { readonly toJSON?: unknown }
    return typeof toJSON === "function" ? written(toJSON.call(value), left) : members(value, left)
  } catch {
    // Only a getter, a proxy or `toJSON` throws here. Its error may quote anything, so it is dropped.
    return "[unreadable]"
  } finally {
    left.within.pop()
  }
}

const list = (value: ReadonlyArray<unknown>, left: Left): Json => {
  const items: Array<Json> = []
  const { length } = value
  for (let index = 0; index < length; index++) {
    if (left.nodes <= 0) {
      left.isWhole = false
      items.push(`[${length - index} more items]`)
      break
    }
    items.push(written(value[index], left) ?? null)
  }
  return items
}

const members = (value: object, left: Left): Json => {
  const names = Object.keys(value)
  // A map or an error has no own keys.
  if (names.length === 0 && !isPlain(value)) return Object.prototype.toString.call(value)
  const made: Record<string, Json> = {}
  for (const name of names) {
    if (left.nodes <= 0 || name.length > Math.max(left.characters, 64)) {
      left.isWhole = false
      break
    }
    left.characters -= name.length
    const member = written((value as Readonly<Record<string, unknown>>)[name], left)
    if (member === undefined) continue
    // Assigning to this name would change the prototype.
    if (name === "__proto__") Object.defineProperty(made, name, { value: member, enumerable: true })
    else made[name.toWellFormed()] = member
  }
  return made
}

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value))
