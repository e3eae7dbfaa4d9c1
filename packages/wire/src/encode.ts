import type { Static, TSchema } from "typebox"
import type { Form } from "./Form.ts"
import { findBranch, type Shape } from "./Shape.ts"

/**
 * Encodes a value by its form: only the members in the form, so that no internal handle leaks, and null where a required
 * member is undefined. Values of open forms, such as arguments, are passed through.
 *
 * ```ts
 * import { createToolgate } from "toolgate"
 * import { encode, ToolExecution } from "@toolgate/wire"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [] })
 * const execution = await gate.dispatch({ id: "1", tool: "Echo", args: { text: "hello" } })
 * console.log(JSON.stringify(encode(ToolExecution, execution)))
 * ```
 */
export const encode = <Schema extends TSchema>(form: Schema, value: Encodable<Static<Schema>>): Form<Schema> =>
  encoderOf(form as Shape, {})(value) as Form<Schema>

/** An encodable value: undefined stands for null and for an omitted optional member. */
type Encodable<Value> = Value extends null
  ? null | undefined
  : Value extends ReadonlyArray<infer One>
    ? ReadonlyArray<Encodable<One>>
    : Value extends object
      ? {
          readonly [Name in keyof Value]:
            | Encodable<Value[Name]>
            | (Record<never, never> extends Pick<Value, Name> ? undefined : never)
        }
      : Value

type Encoder = (value: unknown) => unknown

const asItIs: Encoder = (value) => value

/** The cached encoders. Interpreting a schema for each value would be several times slower. */
const encoders = new WeakMap<Shape, Encoder>()

const encoderOf = (schema: Shape, within: Shape["$defs"]): Encoder => {
  const known = encoders.get(schema)
  if (known !== undefined) return known
  const made = newEncoder(schema, within)
  encoders.set(schema, made)
  return made
}

const newEncoder = (schema: Shape, within: Shape["$defs"]): Encoder => {
  const { $ref, $defs = within, anyOf, items, properties } = schema
  // Looked up lazily, because the schema may be recursive.
  if ($ref !== undefined) return (value) => encoderOf($defs?.[$ref] ?? {}, $defs)(value)
  if (anyOf !== undefined) return ofUnion(anyOf, $defs)
  if (properties !== undefined) return ofObject(schema, properties, $defs)
  if (items === undefined) return asItIs
  const one = encoderOf(items, $defs)
  return one === asItIs ? asItIs : (value) => (Array.isArray(value) ? value.map(one) : value)
}

const ofUnion = (branches: ReadonlyArray<Shape>, within: Shape["$defs"]): Encoder => {
  if (branches.every((branch) => encoderOf(branch, within) === asItIs)) return asItIs
  return (value) => {
    const branch = typeof value === "object" && value !== null ? findBranch(branches, value) : undefined
    return branch === undefined ? value : encoderOf(branch, within)(value)
  }
}

const ofObject = (
  { required = [] }: Shape,
  properties: NonNullable<Shape["properties"]>,
  within: Shape["$defs"]
): Encoder => {
  const members = Object.entries(properties).map(([name, member]) => ({
    name,
    encoded: encoderOf(member, within),
    isRequired: required.includes(name)
  }))
  return (value) => {
    if (typeof value !== "object" || value === null) return value
    const written: Record<string, unknown> = {}
    for (const { name, encoded, isRequired } of members) {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      if (member !== undefined) written[name] = encoded(member)
      else if (isRequired) written[name] = null
    }
    return written
  }
}
