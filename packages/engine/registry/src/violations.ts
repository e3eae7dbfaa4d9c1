import { nearest, pointerStep, quoted } from "@toolgate/core"
import type { ErrorObject } from "ajv/dist/2020.js"
import { listed, literal } from "./literal.ts"

/** A way in which a value does not match its schema, in words that never hold the value. */
export interface Violation {
  /** The JSON pointer into the value. For a missing property, the place where it should be. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

/**
 * Returns the violations that Ajv found, in its order, each once. The violation of a choice names the values that would
 * have been taken.
 */
export const violationsOf = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<Violation> => {
  const choices = errors.filter((error) => error.keyword === "anyOf" || error.keyword === "oneOf")
  const told = new Map<ErrorObject, string>()
  const dropped = new Set<ErrorObject>()
  for (const choice of choices) {
    const parts = errors.filter((error) => error.schemaPath.startsWith(`${choice.schemaPath}/`))
    const expected = parts.map((part) => (part.instancePath === choice.instancePath ? expectation(part) : undefined))
    if (parts.length === 0 || expected.includes(undefined)) continue
    told.set(choice, [...new Set(expected)].slice(0, 20).join(" or "))
    for (const part of parts) dropped.add(part)
  }
  const violations = new Map<string, Violation>()
  for (const error of errors) {
    if (dropped.has(error)) continue
    const violation = violationOf(error, told.get(error) ?? expectation(error))
    violations.set(violation.message, violation)
  }
  return [...violations.values()]
}

const violationOf = (error: ErrorObject, expected: string | undefined): Violation => {
  const { keyword, params } = error
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  const pointer = typeof name === "string" ? error.instancePath + pointerStep(name) : error.instancePath
  const place = quoted(pointer, 200)
  const message =
    typeof name === "string" && keyword !== "propertyNames"
      ? `${place} ${aboutProperty(error, name)}`
      : `${pointer === "" ? "at the top level" : `at ${place}`} ${expected === undefined ? "the value is not allowed" : `${expected} is expected`}`
  return { pointer, keyword, message }
}

const aboutProperty = ({ keyword, params, parentSchema }: ErrorObject, name: string) => {
  if (keyword === "required") return "is missing"
  if (keyword === "dependentRequired") return `is missing, which ${quoted(String(params.property))} needs`
  const meant = nearest(name, Object.keys(parentSchema?.properties ?? {}))
  return `is not a known property${meant === undefined ? "" : ` (did you mean ${quoted(meant)}?)`}`
}

/** Returns the expectation of a keyword, to be followed by "is expected". */
const expectation = ({ keyword, params, schema }: ErrorObject): string | undefined => {
  switch (keyword) {
    case "type":
      return [params.type].flat().map(typeWords).join(" or ")
    case "enum":
      return Array.isArray(params.allowedValues)
        ? `one of ${listed(params.allowedValues.map((value: unknown) => literal(value)))}`
        : undefined
    case "const":
      return literal(params.allowedValue)
    case "minimum":
      return `a number of at least ${params.limit}`
    case "maximum":
      return `a number of at most ${params.limit}`
    case "exclusiveMinimum":
      return `a number greater than ${params.limit}`
    case "exclusiveMaximum":
      return `a number less than ${params.limit}`
    case "multipleOf":
      return `a multiple of ${schema}`
    case "minLength":
      return `a text of at least ${many(params.limit, "character")}`
    case "maxLength":
      return `a text of at most ${many(params.limit, "character")}`
    case "pattern":
      return `a text that matches the pattern ${quoted(String(params.pattern), 200)}`
    case "minItems":
      return `an array of at least ${many(params.limit, "item")}`
    case "maxItems":
      return `an array of at most ${many(params.limit, "item")}`
    case "uniqueItems":
      return "an array without equal items"
    case "minProperties":
      return `an object of at least ${many(params.limit, "property", "properties")}`
    case "maxProperties":
      return `an object of at most ${many(params.limit, "property", "properties")}`
    case "contains":
      return `an array with at least ${many(params.minContains, "matching item")}`
    case "anyOf":
      return "one of the allowed forms"
    case "oneOf":
      return "exactly one of the allowed forms"
    case "propertyNames":
      return `another name than ${quoted(String(params.propertyName))}`
    case "unevaluatedItems":
    case "items":
      return typeof params.limit === "number" || typeof params.len === "number"
        ? `an array of at most ${many(params.limit ?? params.len, "item")}`
        : undefined
    case "false schema":
      return schema === false ? "nothing" : undefined
    default:
      return undefined
  }
}

const many = (count: unknown, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

const typeWords = (type: unknown) =>
  ({ object: "an object", array: "an array", integer: "a whole number", null: "null", boolean: "true or false" })[
    String(type)
  ] ?? `a ${type}`
