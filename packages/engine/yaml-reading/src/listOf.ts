import { quoted } from "@toolgate/core"
import { reportWrongType } from "./reportWrongType.ts"
import type { Shape } from "./Shape.ts"
import type { YamlNode } from "./YamlNode.ts"

/** Returns the shape of a list of any length. Every invalid item is reported. */
export const listOf = <A>(type: string, item: Shape<A>): Shape<ReadonlyArray<A>> => ({
  type,
  schema: { type: "array", items: item.schema },
  beneath: [{ kind: "each", step: "[]", shape: item }],
  read: (entry, reading) => {
    const { node, label } = entry
    if (node.kind !== "list") return reportWrongType(type, entry, reading, { none: "[]", hint: inBrackets(node) })
    const itemLabel = `an item of ${label}`
    const items: Array<A> = []
    for (const each of node.items) {
      const value = item.read({ at: each.at, label: itemLabel, node: each }, reading)
      if (value !== undefined) items.push(value)
    }
    return items.length === node.items.length ? items : undefined
  }
})

const inBrackets = (node: YamlNode): string =>
  node.kind === "scalar" && typeof node.value === "string" ? `; write [${quoted(node.value, 40)}]` : ""
