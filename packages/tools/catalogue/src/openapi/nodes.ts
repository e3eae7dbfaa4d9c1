import type { Json } from "@toolgate/core"
import type { YamlEntry, YamlNode } from "@toolgate/yaml-reading"

/** Returns the member of a map; `undefined` if the node is no map, or has no such member. */
export const memberOf = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  node?.kind === "map" ? (indexOf(node).get(key) ?? undefined) : undefined

/** Returns the entries of a map, without the extensions that each vendor adds; none if the node is no map. */
export const entriesOf = (node: YamlNode | undefined): ReadonlyArray<YamlEntry> =>
  node?.kind === "map" ? node.entries.filter(({ key }) => !key.startsWith("x-")) : []

export const itemsOf = (node: YamlNode | undefined): ReadonlyArray<YamlNode> =>
  node?.kind === "list" ? node.items : []

export const textIn = (node: YamlNode | undefined): string | undefined =>
  node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined

export const isTrue = (node: YamlNode | undefined): boolean => node?.kind === "scalar" && node.value === true

/** Returns the plain value of a node. */
export const jsonOf = (node: YamlNode): Json => {
  if (node.kind === "list") return node.items.map(jsonOf)
  if (node.kind === "map") return Object.fromEntries(node.entries.map(({ key, value }) => [key, jsonOf(value)]))
  return node.kind === "scalar" ? node.value : null
}

const indexes = new WeakMap<YamlNode, ReadonlyMap<string, YamlNode>>()

// A document has maps of thousands of schemas, in each of which thousands of references are looked up.
const indexOf = (node: YamlNode & { readonly kind: "map" }): ReadonlyMap<string, YamlNode> => {
  const known = indexes.get(node)
  if (known !== undefined) return known
  const index = new Map(node.entries.map(({ key, value }) => [key, value]))
  indexes.set(node, index)
  return index
}
