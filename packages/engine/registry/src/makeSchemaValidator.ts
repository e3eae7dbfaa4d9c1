import type { Json, JsonObject } from "@toolgate/core"
import { canonicalizeJson, parsePointer } from "@toolgate/core/json"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import type { CheckedSchema } from "./checkSchema.ts"
import { compilePattern } from "./compilePattern.ts"
import { listViolations, type Violation } from "./listViolations.ts"
import { textLength } from "./textLength.ts"

/** Validates values against one schema. Ajv compiles it for the first value. */
export interface SchemaValidator {
  /** Whether a value is valid. Stops at the first violation. Throws if the schema needs too many steps. */
  readonly accepts: (value: Json) => boolean
  /** Returns the violations of the last rejected value, and whether the list is complete. `nodes`: the size of the value. */
  readonly explain: (value: Json, nodes: number) => Explanation
}

export interface Explanation {
  readonly violations: ReadonlyArray<Violation>
  readonly complete: boolean
}

/** The maximum number of steps per validation. A recursive schema can take time exponential in the value's depth. */
const maxSteps = 1_000_000

/** The maximum product of value size and schema size for collecting all violations. */
const maxExplained = 1_000_000

export const makeSchemaValidator = (checked: CheckedSchema): SchemaValidator => {
  let first: Compiled | undefined
  let every: Compiled | undefined
  return {
    accepts: (value) => {
      first ??= compile(checked, false)
      return first.run(value)
    },
    explain: (value, nodes) => {
      const complete = nodes * checked.nodes <= maxExplained
      if (complete) {
        every ??= compile(checked, true)
        every.run(value)
      }
      const errors = (complete ? every : first)?.validate.errors ?? []
      return { violations: listViolations(errors), complete }
    }
  }
}

interface Compiled {
  readonly validate: ValidateFunction
  readonly run: (value: Json) => boolean
}

/**
 * Compiles a schema with a new Ajv. Without meta-schemas, an Ajv costs 50 µs, a twentieth of compiling. A shared Ajv would
 * keep the code of every replaced tool and confuse schemas with the same `$id`.
 */
const compile = (checked: CheckedSchema, allErrors: boolean): Compiled => {
  const work = { steps: 0 }
  const pattern = Object.assign((source: string) => checked.patterns.get(source) ?? refusedPattern(source), {
    code: "compilePattern"
  })
  const ajv = new Ajv2020({
    allErrors,
    verbose: allErrors,
    ownProperties: true,
    // Registration has already checked the schema, and `format` is an annotation.
    strict: false,
    validateSchema: false,
    validateFormats: false,
    meta: false,
    logger: false,
    code: { regExp: pattern }
  })
  ajv.removeKeyword("maxLength").removeKeyword("minLength").addKeyword(textLength)
  // Ajv's `uniqueItems` is quadratic, and its `multipleOf` divides in binary.
  ajv.removeKeyword("uniqueItems").addKeyword({
    keyword: "uniqueItems",
    type: "array",
    errors: false,
    validate: (unique: boolean, items: ReadonlyArray<Json>) => !unique || areUnique(items)
  })
  ajv.removeKeyword("multipleOf").addKeyword({
    keyword: "multipleOf",
    type: "number",
    errors: false,
    validate: (of: number, value: number) => isMultiple(value, of)
  })
  ajv.addKeyword({
    keyword: stepKeyword,
    before: "$ref",
    errors: false,
    validate: () => {
      if (++work.steps > maxSteps) throw new Error("The schema asks for too much work.")
      return true
    }
  })
  const validate = ajv.compile(compilable(checked))
  return {
    validate,
    run: (value) => {
      work.steps = 0
      return validate(value)
    }
  }
}

const stepKeyword = "toolgate-step"

/** Refuses patterns that registration did not compile: their schema was never checked. */
const refusedPattern = (source: string) => {
  const pattern = compilePattern(source)
  if (typeof pattern === "string") throw new Error(`A pattern ${pattern}.`)
  return pattern
}

/** Prepares a schema for Ajv: removes its address and counts evaluations of reference targets. */
const compilable = ({ checked: schema, targets }: CheckedSchema): JsonObject => {
  const { $id: _address, $schema: _dialect, ...rest } = schema
  if (targets.size === 0) return rest
  const copied = structuredClone(rest)
  for (const target of targets) {
    let place: Json | undefined = copied
    for (const step of parsePointer(target) ?? []) place = (place as Record<string, Json> | undefined)?.[step]
    if (typeof place === "object" && place !== null) Object.assign(place, { [stepKeyword]: true })
  }
  return copied
}

/** Whether all items are distinct in the sense of JSON Schema. Linear; comparing all pairs would be quadratic. */
const areUnique = (items: ReadonlyArray<Json>): boolean => new Set(items.map(canonicalizeJson)).size === items.length

/**
 * Whether a number is a multiple of another in decimal: 19.99 is a multiple of 0.01, although their binary quotient is not
 * an integer, and 1e-10 is not a multiple of 1.
 */
const isMultiple = (value: number, of: number): boolean => {
  const left = decimal(value)
  const right = decimal(of)
  const shared = Math.min(left.exponent, right.exponent)
  return scaled(left, shared) % scaled(right, shared) === 0n
}

interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

const decimal = (value: number): Decimal => {
  const [mantissa = "0", exponent] = value.toExponential().split("e")
  const [whole = "0", fraction = ""] = mantissa.split(".")
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

const scaled = ({ digits, exponent }: Decimal, to: number) => digits * 10n ** BigInt(exponent - to)
