import type { TSchema } from "typebox"
import { Errors } from "typebox/schema"
import { branchOf, type Shape } from "./Shape.ts"
import { WireFault } from "./WireFault.ts"

/** Returns the first fault of a value that does not match. An unknown member is named only if there is no other fault. */
export const faultIn = (form: TSchema, value: unknown): WireFault => {
  const walk = new Walk()
  return (
    walk.wrong(form as Shape, value, "") ??
    (walk.unknown === undefined
      ? new WireFault("", "is not of this form")
      : new WireFault(walk.unknown, "is a member that is not known", true))
  )
}

class Walk {
  /** The first member that its object does not know. */
  unknown: string | undefined = undefined
  private defs: Shape["$defs"] = {}

  wrong(schema: Shape, value: unknown, at: string): WireFault | undefined {
    const { $ref, $defs = this.defs, anyOf, items, properties } = schema
    if ($ref !== undefined) {
      this.defs = $defs
      return this.wrong($defs?.[$ref] ?? {}, value, at)
    }
    if (anyOf !== undefined) {
      const branch = isObject(value) || Array.isArray(value) ? branchOf(anyOf, value) : undefined
      if (!isObject(value) && anyOf.every(({ type }) => type === "object")) return new WireFault(at, "must be object")
      return branch === undefined ? wrongItself(schema, value, at) : this.wrong(branch, value, at)
    }
    if (items !== undefined && Array.isArray(value)) {
      for (const [index, one] of value.entries()) {
        const wrong = this.wrong(items, one, `${at}/${index}`)
        if (wrong !== undefined) return wrong
      }
    } else if (properties !== undefined && isObject(value)) return this.wrongMember(schema, properties, value, at)
    const { items: _, ...itself } = schema
    return wrongItself(itself, value, at)
  }

  private wrongMember(
    { required = [], additionalProperties }: Shape,
    properties: NonNullable<Shape["properties"]>,
    value: Readonly<Record<string, unknown>>,
    at: string
  ): WireFault | undefined {
    for (const name of required) if (!Object.hasOwn(value, name)) return new WireFault(at + step(name), "is missing")
    for (const [name, member] of Object.entries(properties)) {
      const wrong = Object.hasOwn(value, name) ? this.wrong(member, value[name], at + step(name)) : undefined
      if (wrong !== undefined) return wrong
    }
    if (additionalProperties === false && this.unknown === undefined) {
      const unknown = Object.keys(value).find((name) => !Object.hasOwn(properties, name))
      this.unknown = unknown === undefined ? undefined : at + step(unknown)
    }
    return undefined
  }
}

const wrongItself = (schema: Shape, value: unknown, at: string): WireFault | undefined => {
  const [, errors] = Errors(schema as TSchema, value)
  // The last error is the union's own, after those of its branches.
  const error = schema.anyOf === undefined ? errors[0] : errors.at(-1)
  return error === undefined ? undefined : new WireFault(at, error.message)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns one step of a JSON pointer. The name in a value may have any length. */
const step = (name: string): string => `/${name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1")}`
