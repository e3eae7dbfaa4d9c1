import type { Json, JsonObject } from "@toolgate/core"
import type { FileReading } from "./FileReading.ts"
import { reportWrongType } from "./reportWrongType.ts"
import type { Shape } from "./Shape.ts"
import type { YamlNode } from "./YamlNode.ts"

/** The shape of a map that is read as plain JSON. Only in JSON is an explicit `null` a value. */
export const jsonObject: Shape<JsonObject> = {
  type: "a map",
  schema: { type: "object" },
  beneath: [],
  read: (entry, reading) => {
    if (entry.node.kind !== "map") return reportWrongType(jsonObject.type, entry, reading, { none: "{}" })
    const value = jsonOf(entry.node, reading)
    return value === undefined ? undefined : (value as JsonObject)
  }
}

/** The shape of any JSON value. */
export const jsonValue: Shape<Json> = {
  type: "a JSON value",
  schema: {},
  beneath: [],
  read: ({ node }, reading) => jsonOf(node, reading) as Json | undefined
}

const jsonOf = (node: YamlNode, reading: FileReading): unknown => {
  if (node.kind === "refused") return undefined
  if (node.kind === "list") {
    const items = node.items.map((item) => jsonOf(item, reading))
    return items.includes(undefined) ? undefined : items
  }
  if (node.kind === "map") {
    const entries = node.entries.map(({ key, value }) => [key, jsonOf(value, reading)] as const)
    // `Object.fromEntries` defines its keys. Assigning to `__proto__` would change what the object inherits from.
    return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
  }
  const { value, plain, at } = node
  if (value === null && plain !== "null")
    return reading.fault(at, () => 'a value is empty; write "null" if you mean null')
  if (typeof value === "number" && !Number.isFinite(value))
    return reading.fault(at, () => `${plain} is not a number that JSON can represent`)
  return value
}
