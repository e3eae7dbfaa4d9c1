import { quoted } from "@toolgate/core"
import type { FileReading } from "./FileReading.ts"
import { reportWrongType } from "./reportWrongType.ts"
import type { JsonSchema, Shape } from "./Shape.ts"

/** The shape of a map's keys. A key is a name that the file's author chose, or a name from a fixed list. */
export interface NameShape<K extends string> {
  /** The placeholder for the name in the reference page. */
  readonly step: string
  /** The JSON Schema of the names, for editors. */
  readonly schema: JsonSchema
  /** Returns the name; `undefined` after reporting a problem. */
  readonly read: (name: string, at: number, reading: FileReading) => K | undefined
}

/** Returns the shape of a map of values by name. The result is a `Map`, so that `__proto__` is a normal name. */
export const mapOf = <K extends string, A>(
  type: string,
  names: NameShape<K>,
  value: Shape<A>
): Shape<ReadonlyMap<K, A>> => ({
  type,
  schema: { type: "object", propertyNames: names.schema, additionalProperties: value.schema },
  beneath: [{ kind: "each", step: `.${names.step}`, shape: value }],
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind !== "map") return reportWrongType(type, entry, reading, { none: "{}" })
    const values = new Map<K, A>()
    for (const each of node.entries) {
      const name = names.read(each.key, each.at, reading)
      const read = value.read({ at: each.at, label: quoted(each.key), node: each.value }, reading)
      if (name !== undefined && read !== undefined) values.set(name, read)
    }
    return values.size === node.entries.length ? values : undefined
  }
})
