import { type Json, type JsonObject, pointerSteps } from "@toolgate/core"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import type { CheckedSchema } from "./checkSchema.ts"
import { isMultiple } from "./isMultiple.ts"
import { linearPattern } from "./linearPattern.ts"
import { areUnique } from "./uniqueItems.ts"
import { type Violation, violationsOf } from "./violations.ts"

/** Validates values against one schema, compiled by Ajv when the first value comes. */
export interface SchemaValidator {
  /** Stops at the first violation. Throws where the schema asks for more work than a value is worth. */
  readonly accepts: (value: Json) => boolean
  /** What is wrong with a value that was just not accepted, and whether that is everything. `nodes`: the value's size. */
  readonly explain: (value: Json, nodes: number) => Explanation
}

export interface Explanation {
  readonly violations: ReadonlyArray<Violation>
  readonly complete: boolean
}

/** A schema that refers to itself several times can take a time exponential in the value's depth. */
const maxSteps = 1_000_000

/** Every violation of a value is collected only where the product of its size and the schema's stays below this. */
const maxExplained = 1_000_000

export const schemaValidator = (checked: CheckedSchema): SchemaValidator => {
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
      return { violations: violationsOf(errors), complete }
    }
  }
}

interface Compiled {
  readonly validate: ValidateFunction
  readonly run: (value: Json) => boolean
}

/**
 * An Ajv of its own for every schema: without its meta-schemas it costs 50 µs, a twentieth of compiling; a shared one would
 * keep the code of every tool that was ever exchanged, and mix up schemas of one `$id`.
 */
const compile = (checked: CheckedSchema, allErrors: boolean): Compiled => {
  const work = { steps: 0 }
  const pattern = Object.assign((source: string) => checked.patterns.get(source) ?? refusedPattern(source), {
    code: "linearPattern"
  })
  const ajv = new Ajv2020({
    allErrors,
    verbose: allErrors,
    ownProperties: true,
    // Checked at registration, by rules of our own; `format` is an annotation.
    strict: false,
    validateSchema: false,
    validateFormats: false,
    meta: false,
    logger: false,
    code: { regExp: pattern }
  })
  // Ajv compares each item with each, and divides in binary.
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

/** Registration compiled every pattern; one that is new here would be a schema that was never checked. */
const refusedPattern = (source: string) => {
  const pattern = linearPattern(source)
  if (typeof pattern === "string") throw new Error(`A pattern ${pattern}.`)
  return pattern
}

/** The schema as Ajv gets it: without an address, and with every evaluation of what a reference leads to counted. */
const compilable = ({ schema, targets }: CheckedSchema): JsonObject => {
  const { $id: _address, $schema: _dialect, ...rest } = schema
  if (targets.size === 0) return rest
  const copied = structuredClone(rest)
  for (const target of targets) {
    let place: Json | undefined = copied
    for (const step of pointerSteps(target) ?? []) place = (place as Record<string, Json> | undefined)?.[step]
    if (typeof place === "object" && place !== null) Object.assign(place, { [stepKeyword]: true })
  }
  return copied
}
