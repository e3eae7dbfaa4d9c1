import type { Json, JsonObject } from "@toolgate/core"
import { encodePointer, isJsonObject } from "@toolgate/core/json"

/**
 * Converts forms of older drafts and OpenAPI 3.0 to 2020-12, where their meaning is exact. The result is used for
 * validation only and never shown. Anything ambiguous stays unchanged and is refused later.
 *
 * - `items: [a, b]` and `additionalItems` become `prefixItems` and `items`.
 * - `nullable: true` adds "null" to the sibling type. Without a type it has no effect.
 * - `exclusiveMinimum: true` makes the sibling `minimum` exclusive; maximum likewise.
 * - `dependencies` becomes `dependentRequired` and `dependentSchemas`.
 * - `required: true` inside a property makes that property required.
 * - `$dynamicRef` and `$recursiveRef` become `$ref`; without addresses they are equivalent.
 * - A schema with an address stays in place, and references to it use its pointer.
 */
export const modernizeSchema = (root: JsonObject): JsonObject => {
  if (!olderForm.test(JSON.stringify(root))) return root
  const plain = withoutAddresses(root)
  return translated(plain ?? root, plain === root) as JsonObject
}

/** Every schema of an older dialect contains one of these texts. */
const olderForm =
  /"(?:items|additionalItems|nullable|exclusiveMinimum|exclusiveMaximum|dependencies|\$dynamicRef|\$recursiveRef|\$recursiveAnchor|id|\$id|required)":/

const translated = (node: Json, isOneResource: boolean): Json => {
  if (!isJsonObject(node)) return node
  const made: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(node)) {
    const kept = inner(keyword, value, (one) => translated(one, isOneResource))
    if (keyword === "__proto__") Object.defineProperty(made, keyword, { value: kept, enumerable: true })
    else made[keyword] = kept
  }
  for (const change of changes) change(made)
  if (isOneResource) changeReference(made)
  return made
}

const inner = (keyword: string, value: Json, translated: (one: Json) => Json): Json => {
  if (Array.isArray(value)) return lists.has(keyword) ? value.map(translated) : value
  if (!isJsonObject(value)) return value
  if (named.has(keyword))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, Array.isArray(one) ? one : translated(one)])
    )
  return single.has(keyword) ? translated(value) : value
}

const single = new Set(
  "not if then else items additionalItems contains additionalProperties propertyNames unevaluatedProperties unevaluatedItems contentSchema".split(
    " "
  )
)
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"])
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"])

type Node = Record<string, Json>

const changes: ReadonlyArray<(node: Node) => void> = [
  (node) => {
    if (Array.isArray(node.items)) {
      const { items, additionalItems: rest } = node
      delete node.items
      if (items.length > 0) node.prefixItems = items
      if (rest !== undefined) node.items = rest
    }
    // It has no effect beside a schema for all items.
    delete node.additionalItems
  },
  (node) => {
    const { nullable, type } = node
    if (typeof nullable !== "boolean") return
    delete node.nullable
    if (nullable && typeof type === "string" && type !== "null") node.type = [type, "null"]
    if (nullable && Array.isArray(type) && !type.includes("null")) node.type = [...type, "null"]
  },
  (node) => {
    for (const [flag, bound] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"]
    ] as const) {
      const isExclusive = node[flag]
      if (typeof isExclusive !== "boolean") continue
      delete node[flag]
      const limit = node[bound]
      if (!isExclusive || typeof limit !== "number") continue
      delete node[bound]
      node[flag] = limit
    }
  },
  (node) => {
    const { dependencies, dependentRequired = {}, dependentSchemas = {} } = node
    if (!isJsonObject(dependencies) || !isJsonObject(dependentRequired) || !isJsonObject(dependentSchemas)) return
    const all = Object.entries(dependencies)
    // A name in both would need to be merged.
    if (all.some(([name]) => Object.hasOwn(dependentRequired, name) || Object.hasOwn(dependentSchemas, name))) return
    delete node.dependencies
    const required = all.filter(([, value]) => Array.isArray(value))
    const schemas = all.filter(([, value]) => !Array.isArray(value))
    if (required.length > 0) node.dependentRequired = { ...dependentRequired, ...Object.fromEntries(required) }
    if (schemas.length > 0) node.dependentSchemas = { ...dependentSchemas, ...Object.fromEntries(schemas) }
  },
  (node) => {
    const { properties, required = [] } = node
    if (!isJsonObject(properties) || !Array.isArray(required)) return
    const marked = Object.entries(properties).filter(
      ([, one]) => isJsonObject(one) && typeof one.required === "boolean"
    )
    if (marked.length === 0) return
    const needed = marked.flatMap(([name, one]) => (isJsonObject(one) && one.required === true ? [name] : []))
    if (needed.length > 0) node.required = [...new Set([...required, ...needed])]
    node.properties = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => {
        if (!isJsonObject(one) || typeof one.required !== "boolean") return [name, one]
        const { required: _, ...rest } = one
        return [name, rest]
      })
    )
  }
]

const changeReference = (node: Node): void => {
  const reference = node.$dynamicRef ?? node.$recursiveRef
  delete node.$recursiveAnchor
  if (typeof reference !== "string" || node.$ref !== undefined) return
  delete node.$dynamicRef
  delete node.$recursiveRef
  node.$ref = reference
}

/**
 * Removes all addresses and converts references to pointers. Returns the same schema if it has no addresses, and
 * `undefined` if a part has both a reference and an address, which drafts interpret differently.
 */
const withoutAddresses = (root: JsonObject): JsonObject | undefined => {
  const places = new Map<string, string>()
  const anchors = new Map<string, string>()
  let hasOwn = false
  let isAmbiguous = false
  const collect = (node: Json, path: ReadonlyArray<string | number>, base: string) => {
    if (!isJsonObject(node)) return
    const id = addressOf(node)
    const at = encodePointer(path)
    const own = id === undefined ? base : (resolved(id, base) ?? base)
    if (id !== undefined) {
      hasOwn ||= path.length > 0
      isAmbiguous ||= path.length > 0 && Object.hasOwn(node, "$ref")
      if (id.startsWith("#")) anchors.set(`${base} ${id.slice(1)}`, at)
      else places.set(own, at)
    }
    for (const name of ["$anchor", "$dynamicAnchor"]) {
      const anchor = node[name]
      if (typeof anchor === "string") anchors.set(`${own} ${anchor}`, at)
    }
    for (const [step, part] of partsOf(node)) collect(part, [...path, ...step], own)
  }
  const start = resolved(addressOf(root) ?? "", nowhere) ?? nowhere
  places.set(start, "")
  collect(root, [], nowhere)
  if (!hasOwn) return root
  if (isAmbiguous) return undefined

  const rewrite = (node: Json, base: string, isRoot: boolean): Json => {
    if (!isJsonObject(node)) return node
    const id = addressOf(node)
    const own = id === undefined || id.startsWith("#") ? base : (resolved(id, base) ?? base)
    const made: Node = {}
    for (const [keyword, value] of Object.entries(node)) {
      if (keyword === "$id" && !isRoot && typeof value === "string") continue
      // References already contain the anchors' pointers.
      if ((keyword === "$anchor" || keyword === "$dynamicAnchor") && typeof value === "string") continue
      if (/^\$(?:ref|dynamicRef|recursiveRef)$/.test(keyword) && typeof value === "string") {
        const target = targetOf(value, own)
        made[keyword] = target === undefined ? value : `#${encodeURI(target)}`
      } else if (keyword === "__proto__") Object.defineProperty(made, keyword, { value, enumerable: true })
      else if (Array.isArray(value))
        made[keyword] = lists.has(keyword) ? value.map((one) => rewrite(one, own, false)) : value
      else if (isJsonObject(value) && named.has(keyword))
        made[keyword] = Object.fromEntries(
          Object.entries(value).map(([name, one]) => [name, Array.isArray(one) ? one : rewrite(one, own, false)])
        )
      else made[keyword] = single.has(keyword) ? rewrite(value, own, false) : value
    }
    return made
  }
  const targetOf = (reference: string, base: string): string | undefined => {
    const [address = "", fragment = ""] = reference.split("#", 2)
    const resource = address === "" ? base : resolved(address, base)
    const place = resource === undefined ? undefined : places.get(resource)
    if (resource === undefined || place === undefined) return undefined
    if (fragment === "") return place
    return fragment.startsWith("/") ? `${place}${decoded(fragment)}` : anchors.get(`${resource} ${fragment}`)
  }
  return rewrite(root, start, true) as JsonObject
}

const addressOf = ({ $id }: JsonObject): string | undefined => (typeof $id === "string" && $id !== "" ? $id : undefined)

const nowhere = "toolgate:///"

const resolved = (address: string, base: string): string | undefined => {
  const url = URL.parse(address, base)
  if (url === null) return undefined
  url.hash = ""
  return url.href
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const partsOf = (node: JsonObject): ReadonlyArray<readonly [ReadonlyArray<string | number>, Json]> =>
  Object.entries(node).flatMap(([keyword, value]): ReadonlyArray<readonly [ReadonlyArray<string | number>, Json]> => {
    if (Array.isArray(value)) return lists.has(keyword) ? value.map((one, at) => [[keyword, at], one] as const) : []
    if (!isJsonObject(value)) return []
    if (named.has(keyword)) return Object.entries(value).map(([name, one]) => [[keyword, name], one] as const)
    return single.has(keyword) ? [[[keyword], value]] : []
  })
