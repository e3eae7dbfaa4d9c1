import { copyJson, type JsonObject, NotJson, quoted, type Tool } from "@toolgate/core"
import { checkFull } from "./fullSchema.ts"
import type { LinearPattern } from "./linearPattern.ts"
import { checkPortable } from "./portableSchema.ts"
import { type Converted, convertStandard } from "./standardSchema.ts"

/** A schema that was checked, as a frozen copy. Later changes by the owner of the original change nothing here. */
export interface CheckedSchema {
  readonly schema: JsonObject
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
  const targets = kind === "full" ? checkFull(root, patterns, report) : noTargets
  if (kind !== "full") checkPortable(root, patterns, report)
  const nodes = schemaBounds.nodes - budget.nodes
  return problems.length > 0 ? problems : { schema: root, nodes, patterns, targets, validate: converted?.validate }
}

const noTargets: ReadonlySet<string> = new Set()
