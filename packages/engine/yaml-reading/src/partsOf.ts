import { quoted } from "@toolgate/core"
import { mapOf, type NameShape } from "./mapOf.ts"
import { mustBe } from "./mustBe.ts"
import type { Shape } from "./Shape.ts"

/**
 * Returns the shape of a map whose entries stand for themselves. An entry with a problem is left out as a whole, because what is wrong
 * in it may be a restriction; the others are used. `what` is the kind of entry: "server".
 */
export const partsOf = <K extends string, A>(
  type: string,
  what: string,
  names: NameShape<K>,
  value: Shape<A>
): Shape<ReadonlyMap<K, A>> => ({
  ...mapOf(type, names, value),
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "map") return mustBe(type, entry, reading, { none: "{}" })
    const values = new Map<K, A>()
    const repeated = Map.groupBy(node.repeated, ({ key }) => key)
    let holds = true
    for (const each of node.entries) {
      const name = names.read(each.key, each.at, reading)
      const read = value.read({ at: each.at, label: quoted(each.key), node: each.value }, reading)
      // Where a name is given twice, either may be the one that was meant.
      if (reading.leaveOut(what, each.key, [each, ...(repeated.get(each.key) ?? [])])) continue
      if (name === undefined || read === undefined) holds = false
      else values.set(name, read)
    }
    return holds ? values : undefined
  }
})
