import { describeUnknownName, quoted } from "@toolgate/core"
import type { FileReading } from "./FileReading.ts"
import { reportWrongType } from "./reportWrongType.ts"
import type { JsonSchema, Key, Shape } from "./Shape.ts"

/** The values of a record's keys; `undefined` for a key that was left out. */
export type RecordValues<Keys> = {
  readonly [Name in keyof Keys]: Keys[Name] extends Key<infer A> ? A | undefined : never
}

/**
 * Returns the shape of a map with exactly these keys. `make` is called only if every value is valid. `make` may report
 * a problem and return `undefined`. `what` names the record in a sentence, as in "a role".
 */
export const recordOf = <Keys extends Readonly<Record<string, Key<unknown>>>, A>(
  what: string,
  keys: Keys,
  make: (given: RecordValues<Keys>, at: number, reading: FileReading) => A | undefined
): Shape<A> => {
  const byName = new Map(Object.entries(keys))
  const required = Object.keys(keys).filter((name) => keys[name]?.absent === undefined)
  return {
    type: "a map",
    schema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, described(key)])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false
    },
    beneath: [{ kind: "keys", record: { what, keys } }],
    read: (entry, reading) => {
      const { node } = entry
      if (node.kind !== "map")
        return reportWrongType("a map", entry, reading, required.length === 0 ? { none: "{}" } : {})
      const values = new Map<string, unknown>()
      let holds = true
      for (const { key, at, end, value } of node.entries) {
        const read = byName.get(key)?.shape.read({ at, end, label: quoted(key), node: value }, reading)
        if (!byName.has(key))
          reading.fault(at, () => describeUnknownName("key", key, [...byName.keys()], { where: `in ${what}` }))
        if (read === undefined) holds = false
        else values.set(key, read)
      }
      for (const name of required)
        if (!node.entries.some(({ key }) => key === name)) {
          holds = false
          reading.fault(entry.at, () => `${what} needs the key "${name}"`)
        }
      if (!holds) return undefined
      const given = Object.fromEntries(Object.keys(keys).map((name) => [name, values.get(name)]))
      return make(given as RecordValues<Keys>, entry.at, reading)
    }
  }
}

const described = ({ shape, description, absent }: Key<unknown>): JsonSchema => ({
  ...shape.schema,
  description: absent === undefined ? description : `${description} Left out: ${absent}.`
})
