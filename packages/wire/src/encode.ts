import type { Static, TSchema } from "typebox"
import type { Form } from "./Form.ts"
import { branchOf, type Shape } from "./Shape.ts"

/**
 * Returns a value of the process as a form has it: the members that the form names and no others, so that no handle leaves the
 * process, and null where a required member is undefined. What a form leaves open, such as arguments, stands as it is.
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
  encoded(form as Shape, value, {}) as Form<Schema>

/** A value that a form can be made of: where the form has null, it may be undefined. */
type Encodable<Value> = Value extends null
  ? null | undefined
  : Value extends ReadonlyArray<infer One>
    ? ReadonlyArray<Encodable<One>>
    : Value extends object
      ? { readonly [Name in keyof Value]: Encodable<Value[Name]> }
      : Value

const encoded = (schema: Shape, value: unknown, within: Shape["$defs"]): unknown => {
  if (value === undefined) return null
  if (typeof value !== "object" || value === null) return value
  const { $ref, $defs = within, anyOf, items, properties, required = [] } = schema
  if ($ref !== undefined) return encoded($defs?.[$ref] ?? {}, value, $defs)
  if (anyOf !== undefined) return encoded(branchOf(anyOf, value) ?? {}, value, $defs)
  if (items !== undefined && Array.isArray(value)) return value.map((one) => encoded(items, one, $defs))
  if (properties === undefined) return value
  const members = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) =>
      members[name] === undefined && !required.includes(name) ? [] : [[name, encoded(member, members[name], $defs)]]
    )
  )
}
