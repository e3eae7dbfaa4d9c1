import type { TSchema } from "typebox"
import { Compile, Errors, type Validator } from "typebox/schema"
import type { Form } from "./Form.ts"
import { findBranch, type Shape } from "./Shape.ts"

/**
 * Checks a parsed JSON value against its form. Returns the value with its type, or a `WireFault` with the problem. Does
 * not copy or throw. Unknown members stay in the value if the form allows them.
 *
 * ```ts
 * import { Principal } from "@toolgate/wire"
 * import { decode, WireFault } from "@toolgate/wire/decode"
 *
 * const principal = decode(Principal, { agent: "reviewer", ceiling: { tools: ["read_file"], noShell: true } })
 * if (principal instanceof WireFault) console.log(principal.pointer) // /ceiling/noShell
 * ```
 */
export const decode = <Schema extends TSchema>(form: Schema, value: unknown): Form<Schema> | WireFault => {
  const known = validators.get(form)
  const validator = known ?? Compile(form)
  if (known === undefined) validators.set(form, validator)
  try {
    return validator.Check(value) ? (value as Form<Schema>) : faultIn(form, value)
  } catch {
    // A recursive form is followed to any depth of the value.
    return new WireFault("", "is nested too deep")
  }
}

/** The compiled forms. Compiled on first use. */
const validators = new WeakMap<TSchema, Validator>()

/** Returns the first fault of a value. Reports an unknown member only if there are no other faults. */
const faultIn = (form: TSchema, value: unknown): WireFault => {
  const walk = new Walk()
  return (
    walk.wrong(form as Shape, value, "") ??
    (walk.unknown === undefined
      ? new WireFault("", "has the wrong form")
      : new WireFault(walk.unknown, "is an unknown member", true))
  )
}

class Walk {
  unknown: string | undefined = undefined
  private defs: Shape["$defs"] = {}

  wrong(schema: Shape, value: unknown, at: string): WireFault | undefined {
    const { $ref, $defs = this.defs, anyOf, items, properties } = schema
    if ($ref !== undefined) {
      this.defs = $defs
      return this.wrong($defs?.[$ref] ?? {}, value, at)
    }
    if (anyOf !== undefined) {
      const branch = isObject(value) || Array.isArray(value) ? findBranch(anyOf, value) : undefined
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
  // The last error is that of the union, after those of its branches.
  const error = schema.anyOf === undefined ? errors[0] : errors.at(-1)
  return error === undefined ? undefined : new WireFault(at, error.message)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Encodes a step of a JSON pointer, truncated because names may be long. */
const step = (name: string): string => `/${name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1")}`

/**
 * The value does not match its form. Names the location of the fault, never the value. An `Error`, so that callers can
 * throw it.
 */
export class WireFault extends Error {
  override readonly name = "WireFault"
  /** The JSON pointer to the fault (RFC 6901). Long names are truncated. */
  readonly pointer: string
  /** The problem as a predicate, without a full stop. */
  readonly problem: string
  /** Whether the only fault is a member unknown to this version. */
  readonly isUnknownMember: boolean

  constructor(pointer: string, problem: string, isUnknownMember = false) {
    const advice = isUnknownMember ? unknownAdvice : ""
    super(`${pointer === "" ? "The value" : quoted(pointer)} ${problem}.${advice}`)
    this.pointer = pointer
    this.problem = problem
    this.isUnknownMember = isUnknownMember
  }
}

/** Quotes a pointer in printable ASCII, because names may be any text. */
const quoted = (pointer: string): string =>
  JSON.stringify(pointer).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const unknownAdvice =
  " It may narrow what is allowed, so it cannot be ignored: leave it out, or update the Toolgate that reads it."
