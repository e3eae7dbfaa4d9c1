import type { Json } from "@toolgate/core"
import type { YamlEntry, YamlNode } from "@toolgate/yaml-reading"

/** Returns a member of a map, or `undefined`. */
export const memberOf = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  node?.kind === "map" ? (indexOf(node).get(key) ?? undefined) : undefined

/** Returns the entries of a map without vendor extensions. Empty if the node is not a map. */
export const entriesOf = (node: YamlNode | undefined): ReadonlyArray<YamlEntry> =>
  node?.kind === "map" ? node.entries.filter(({ key }) => !key.startsWith("x-")) : []

export const itemsOf = (node: YamlNode | undefined): ReadonlyArray<YamlNode> =>
  node?.kind === "list" ? node.items : []

export const textIn = (node: YamlNode | undefined): string | undefined =>
  node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined

export const isTrue = (node: YamlNode | undefined): boolean => node?.kind === "scalar" && node.value === true

export const jsonOf = (node: YamlNode): Json => {
  if (node.kind === "list") return node.items.map(jsonOf)
  if (node.kind === "map") return Object.fromEntries(node.entries.map(({ key, value }) => [key, jsonOf(value)]))
  return node.kind === "scalar" ? node.value : null
}

const indexes = new WeakMap<YamlNode, ReadonlyMap<string, YamlNode>>()

// Indexed: some documents have maps of thousands of schemas with thousands of references to them.
const indexOf = (node: YamlNode & { readonly kind: "map" }): ReadonlyMap<string, YamlNode> => {
  const known = indexes.get(node)
  if (known !== undefined) return known
  const index = new Map(node.entries.map(({ key, value }) => [key, value]))
  indexes.set(node, index)
  return index
}
