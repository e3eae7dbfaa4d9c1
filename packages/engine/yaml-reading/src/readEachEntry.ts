import { quoted } from "@toolgate/core"
import { mapOf, type NameShape } from "./mapOf.ts"
import { reportWrongType } from "./reportWrongType.ts"
import type { Shape } from "./Shape.ts"

/**
 * Returns the shape of a map with independent entries. An invalid entry is left out as a whole, because its fault may
 * be in a restriction; the others are used. `what` is the kind of entry: "server".
 */
export const readEachEntry = <K extends string, A>(
  type: string,
  what: string,
  names: NameShape<K>,
  value: Shape<A>
): Shape<ReadonlyMap<K, A>> => ({
  ...mapOf(type, names, value),
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "map") return reportWrongType(type, entry, reading, { none: "{}" })
    const values = new Map<K, A>()
    const repeated = Map.groupBy(node.repeated, ({ key }) => key)
    let holds = true
    for (const each of node.entries) {
      const name = names.read(each.key, each.at, reading)
      const read = value.read({ at: each.at, label: quoted(each.key), node: each.value }, reading)
      // If a name occurs twice, either entry may be the intended one.
      if (reading.leaveOut(what, each.key, [each, ...(repeated.get(each.key) ?? [])])) continue
      if (name === undefined || read === undefined) holds = false
      else values.set(name, read)
    }
    return holds ? values : undefined
  }
})
