import { type JsonObject, quoted, type Tool } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import type { LinearPattern } from "./compilePattern.ts"
import { checkFull } from "./fullSchema.ts"
import { modernizeSchema } from "./modernizeSchema.ts"
import { checkPortable } from "./portableSchema.ts"
import { type Converted, convertStandard } from "./standardSchema.ts"
import { withoutParts } from "./withoutParts.ts"

/** A checked schema as a frozen copy. Later changes to the original have no effect. */
export interface CheckedSchema {
  readonly schema: JsonObject
  /** The schema used for validation, with older drafts converted to 2020-12. */
  readonly checked: JsonObject
  /** The parts of the schema that the gate does not check, as clauses with the pointer and the reason. */
  readonly unchecked: ReadonlyArray<string>
  readonly nodes: number
  readonly patterns: ReadonlyMap<string, LinearPattern>
  /** The targets of the schema's references, as JSON pointers. Empty for a portable schema, which has none. */
  readonly targets: ReadonlySet<string>
  /** The checks of a Standard Schema, for values that match the JSON Schema. */
  readonly validate: Converted["validate"]
}

/** Limits for all schemas: 64 levels of JSON are about 32 of schema, and 256 Ki characters are a small book. */
const schemaBounds = { depth: 64, nodes: 20_000, characters: 256 * 1024 } as const

/** Checks one schema of a tool. Returns all problems as clauses with JSON pointers. `what` is the field in the definition. */
export const checkSchema = (
  what: "parameters" | "output",
  given: Tool["parameters"],
  kind: Tool["schemas"]
): CheckedSchema | ReadonlyArray<string> => {
  const problems: Array<string> = []
  const report = (pointer: string, problem: string) => {
    problems.push(`${what}${pointer === "" ? "" : ` at ${quoted(pointer, 200)}`} ${problem}`)
  }
  const converted = convertStandard(given, report)
  if (problems.length > 0) return problems
  const budget = { ...schemaBounds }
  const schema = copyJson(converted === undefined ? given : converted.schema, budget)
  if (schema instanceof NotJson) {
    report(schema.pointer, schema.reason)
    return problems
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [`${what} must be a schema object`]

  const patterns = new Map<string, LinearPattern>()
  const root = schema as JsonObject
  if (what === "parameters" && root.type !== "object") report("/type", 'must be "object": arguments are a JSON object')
  const nodes = schemaBounds.nodes - budget.nodes
  if (kind === "portable") {
    checkPortable(root, patterns, report)
    if (problems.length > 0) return problems
    const rest = { unchecked: [], nodes, patterns, targets: noTargets, validate: converted?.validate }
    return { schema: root, checked: root, ...rest }
  }
  if (problems.length > 0) return problems
  const unchecked: Array<string> = []
  let checked = modernizeSchema(root)
  for (let tries = 0; ; tries++) {
    const faults: Array<readonly [pointer: string, problem: string]> = []
    const targets = checkFull(checked, patterns, (pointer, problem) => void faults.push([pointer, problem]))
    if (faults.length === 0)
      return { schema: root, checked, unchecked, nodes, patterns, targets, validate: converted?.validate }
    const left =
      kind === "partial" && tries < mostTries
        ? withoutParts(
            checked,
            faults.map(([at]) => at)
          )
        : undefined
    if (left === undefined) {
      for (const [pointer, problem] of faults) report(pointer, problem)
      return problems
    }
    for (const [pointer, problem] of faults) unchecked.push(`${what} at ${quoted(pointer, 200)} ${problem}`)
    for (const pointer of left.more)
      unchecked.push(`${what} at ${quoted(pointer, 200)} depends on a part that is not checked`)
    checked = left.schema
  }
}

/** The maximum number of attempts at removing parts: removing one can break another, such as a reference to it. */
const mostTries = 20

const noTargets: ReadonlySet<string> = new Set()
