import fc from "fast-check"
import type { TSchema } from "typebox"
import type { Shape } from "../src/Shape.ts"

/** Returns values of a form, with every branch of its unions, and with and without optional members. */
export const valuesOf = (form: TSchema): fc.Arbitrary<unknown> => formed(form as Leaf, {})

const formed = (schema: Leaf, within: Shape["$defs"]): fc.Arbitrary<unknown> => {
  const { $ref, $defs = within, anyOf, items, properties, required = [] } = schema
  if ($ref !== undefined) return fc.nat(3).chain((left) => linked($defs?.[$ref] ?? {}, $ref, left))
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((branch) => formed(branch, $defs)))
  if (items !== undefined) return fc.array(formed(items, $defs), { maxLength: 3 })
  if (properties === undefined) return leaf(schema)
  const members = Object.entries(properties).filter(([, { not }]) => not === undefined || not.enum !== undefined)
  return fc.record(Object.fromEntries(members.map(([name, member]) => [name, formed(member, $defs)])), {
    requiredKeys: [...required]
  })
}

/** Returns values of a recursive form, to the remaining depth. */
const linked = (schema: Shape, name: string, left: number): fc.Arbitrary<unknown> => {
  const properties = Object.entries(schema.properties ?? {}).filter(([, { $ref }]) => left > 0 || $ref !== name)
  const shown = { ...schema, properties: Object.fromEntries(properties.filter(([, { $ref }]) => $ref !== name)) }
  const own = formed(shown, {})
  const [self] = properties.find(([, { $ref }]) => $ref === name) ?? []
  return self === undefined
    ? own
    : fc.tuple(own, linked(schema, name, left - 1)).map(([value, inner]) => ({ ...(value as object), [self]: inner }))
}

interface Leaf extends Shape {
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly patternProperties?: unknown
}

const leaf = (schema: Leaf): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case "string":
      if (schema.not !== undefined) return fc.constantFrom("later.kind", "__proto__", "")
      return schema.pattern === undefined
        ? fc.string({ unit: "binary", minLength: schema.minLength ?? 0 })
        : fc.stringMatching(new RegExp(schema.pattern))
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 65535, 65535) })
    case "number":
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true }).map((n) => n + 0)
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "object":
      return fc.dictionary(fc.string(), fc.jsonValue())
    default:
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)))
  }
}
