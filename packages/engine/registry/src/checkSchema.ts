import { type JsonObject, quoted, type Tool } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import type { LinearPattern } from "./compilePattern.ts"
import { checkFull } from "./fullSchema.ts"
import { modernizeSchema } from "./modernizeSchema.ts"
import { checkPortable } from "./portableSchema.ts"
import { type Converted, convertStandard } from "./standardSchema.ts"
import { withoutParts } from "./withoutParts.ts"

/** A schema that was checked, as a frozen copy. Later changes by the owner of the original change nothing here. */
export interface CheckedSchema {
  readonly schema: JsonObject
  /** The schema by which values are checked: the forms of older drafts are written as 2020-12 does. */
  readonly checked: JsonObject
  /** The parts of the schema that nothing here checks, as the beginnings of sentences with the pointer and the reason. */
  readonly unchecked: ReadonlyArray<string>
  /** The number of JSON values in the schema. */
  readonly nodes: number
  readonly patterns: ReadonlyMap<string, LinearPattern>
  /** The JSON pointers to which the schema's references lead. Empty for a portable schema, which has no references. */
  readonly targets: ReadonlySet<string>
  /** The checks of a Standard Schema, for a value that the JSON Schema admits. */
  readonly validate: Converted["validate"]
}

/** The bounds on a schema of either kind: 64 levels of JSON are some 32 of schema, and 256 Ki characters a small book. */
const schemaBounds = { depth: 64, nodes: 20_000, characters: 256 * 1024 } as const

/**
 * Checks one schema of a tool. Returns everything that is wrong with the schema as ends of sentences, each with its
 * JSON pointer. `what` is the field of the definition, as the sentences name it.
 */
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

/** The number of times that parts are taken out: what takes out a part may make another one a fault, such as a reference to it. */
const mostTries = 20

const noTargets: ReadonlySet<string> = new Set()
