import { findNearest, quoted } from "@toolgate/core"
import { encodePointerStep } from "@toolgate/core/json"
import type { ErrorObject } from "ajv/dist/2020.js"
import { formatList, formatLiteral } from "./formatLiteral.ts"

/** A schema violation, in words that never contain the value. */
export interface Violation {
  /** The JSON pointer into the value. For a missing property, where it should be. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
}

/** Converts Ajv errors to violations, in order and without duplicates. The violation of a choice lists the valid values. */
export const listViolations = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<Violation> => {
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
  const pointer = typeof name === "string" ? error.instancePath + encodePointerStep(name) : error.instancePath
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
  const meant = findNearest(name, Object.keys(parentSchema?.properties ?? {}))
  return `is not a known property${meant === undefined ? "" : ` (did you mean ${quoted(meant)}?)`}`
}

/** Returns a keyword's expectation, to be followed by "is expected". */
const expectation = ({ keyword, params, schema, parentSchema }: ErrorObject): string | undefined => {
  switch (keyword) {
    case "type":
      return [params.type].flat().map(typeWords).join(" or ")
    case "enum":
      return Array.isArray(params.allowedValues)
        ? `one of ${formatList(params.allowedValues.map((value: unknown) => formatLiteral(value)))}`
        : undefined
    case "const":
      return formatLiteral(params.allowedValue)
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
      return `a string of at least ${many(params.limit, "character")}`
    case "maxLength":
      return `a string of at most ${many(params.limit, "character")}`
    case "pattern":
      return patternWords(String(params.pattern), parentSchema ?? {})
    case "minItems":
      return `an array of at least ${many(params.limit, "item")}`
    case "maxItems":
      return `an array of at most ${many(params.limit, "item")}`
    case "uniqueItems":
      return "an array of distinct items"
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

/** Describes a pattern. A long one is replaced by its format or description. */
const patternWords = (pattern: string, { format, description }: Readonly<Record<string, unknown>>): string => {
  if (pattern === "\\S") return "a string that is not blank"
  const example = pattern.length > longestShown && typeof format === "string" ? formatExamples.get(format) : undefined
  if (example === undefined && pattern.length > longestShown && typeof description === "string")
    return `a string as described (${quoted(description, 200)})`
  return example === undefined
    ? `a string that matches the pattern ${quoted(pattern, 200)}`
    : `a string of the format ${quoted(String(format))}, such as ${example},`
}

const longestShown = 60

/** Formats of JSON Schema and Zod, each with an example. */
const formatExamples = new Map(
  Object.entries({
    "date-time": "2026-01-31T09:30:00Z",
    date: "2026-01-31",
    time: "09:30:00",
    duration: "PT1H30M",
    email: "ann@example.com",
    "idn-email": "ann@example.com",
    hostname: "example.com",
    ipv4: "192.0.2.1",
    ipv6: "2001:db8::1",
    cidrv4: "192.0.2.0/24",
    cidrv6: "2001:db8::/32",
    uri: "https://example.com/a",
    uuid: "123e4567-e89b-42d3-a456-426614174000",
    guid: "123e4567-e89b-42d3-a456-426614174000"
  })
)

const many = (count: unknown, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

const typeWords = (type: unknown) =>
  ({ object: "an object", array: "an array", integer: "a whole number", null: "null", boolean: "true or false" })[
    String(type)
  ] ?? `a ${type}`
