import { type Json, type JsonObject, pointerStep, pointerSteps, pointerTo } from "@toolgate/core"
import { type LinearPattern, linearPattern } from "./linearPattern.ts"
import { metaFaults } from "./metaSchema.ts"
import { dialects, type ReportFault } from "./portableSchema.ts"
import { quoted } from "./quoted.ts"

/**
 * Checks a schema of JSON Schema 2020-12 and answers with the pointers of what its references lead to.
 *
 * Every reference has to lead to a schema in this same document: nothing is ever loaded. `format` is an annotation, as the
 * dialect's default has it. What the validator would read in another way than the dialect (`nullable`, `$async`, keywords
 * of older drafts that would be passed over) is a fault and not a silent hole.
 */
export const checkFull = (
  root: JsonObject,
  patterns: Map<string, LinearPattern>,
  report: ReportFault
): ReadonlySet<string> => {
  const places = new Set<string>()
  const anchors = new Map<string, string>()
  const references: Array<{ readonly at: string; readonly to: string }> = []

  const loneIfs: Array<string> = []
  let marksEvaluated = false

  const pattern = (at: string, source: string) => {
    const compiled = patterns.get(source) ?? linearPattern(source)
    if (typeof compiled === "string") report(at, compiled)
    else patterns.set(source, compiled)
  }

  const visit = (node: Json | undefined, at: string) => {
    places.add(at)
    if (!isObject(node)) return
    for (const [keyword, value] of Object.entries(node)) {
      const here = at + pointerStep(keyword)
      const advice = refusedKeywords.get(keyword)
      if (advice !== undefined) report(here, `(${quoted(keyword)}) cannot be validated: ${advice}`)
      else if (keyword === "$id" && at !== "") report(here, "must stand at the root: a schema is one document")
      else if (keyword === "$schema" && !(typeof value === "string" && dialects.includes(value)))
        report(here, "must be the address of JSON Schema 2020-12 or draft-07")
      else if (keyword === "pattern" && typeof value === "string") pattern(here, value)
      else if ((keyword === "$anchor" || keyword === "$dynamicAnchor") && typeof value === "string") {
        if (anchors.has(value)) report(here, "names an anchor that is there already")
        anchors.set(value, at)
      } else if (keyword === "$ref" && typeof value === "string") references.push({ at: here, to: value })
      else if (keyword === "enum" && Array.isArray(value) && value.length === 0)
        report(here, "must be a list of at least one value")
      else if (one.has(keyword)) {
        visit(value, here)
        if (keyword === "if" && !isConstraint(node.then)) loneIfs.push(here)
        if (keyword === "unevaluatedProperties") marksEvaluated = true
      } else if (many.has(keyword) && Array.isArray(value))
        for (const [index, part] of value.entries()) visit(part, `${here}/${index}`)
      else if (named.has(keyword) && isObject(value))
        for (const [name, part] of Object.entries(value)) {
          const there = here + pointerStep(name)
          if (name === "__proto__") report(there, "cannot be validated: give it another name")
          if (keyword === "patternProperties") pattern(there, name)
          visit(part, there)
        }
    }
  }
  visit(root, "")

  const targets = new Set<string>()
  for (const { at, to } of references) {
    const target = targetOf(to, anchors)
    if (target === undefined) report(at, 'must be a reference within the schema, such as "#/$defs/name"')
    else if (!places.has(target)) report(at, "leads to nothing that is a schema here")
    else targets.add(target)
  }
  // Ajv overlooks what an "if" alone evaluated.
  if (marksEvaluated)
    for (const at of loneIfs)
      report(at, 'cannot be validated beside "unevaluatedProperties" without a "then" that says something')
  for (const { pointer, words } of metaFaults(root).slice(0, 20)) report(pointer, words)
  return targets
}

const targetOf = (reference: string, anchors: ReadonlyMap<string, string>): string | undefined => {
  if (!reference.startsWith("#")) return undefined
  const fragment = decoded(reference.slice(1))
  if (fragment === undefined) return undefined
  const steps = pointerSteps(fragment)
  return steps === undefined ? (anchors.get(fragment) ?? "nowhere") : pointerTo(steps)
}

const decoded = (fragment: string) => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isConstraint = (schema: Json | undefined) => isObject(schema) && Object.keys(schema).length > 0

// Where a schema holds other schemas. What stands elsewhere is data, and no reference may lead there.
const one = new Set(
  "not if then else items contains additionalProperties propertyNames unevaluatedProperties contentSchema".split(" ")
)
const many = new Set(["allOf", "anyOf", "oneOf", "prefixItems"])
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"])

const refusedKeywords = new Map([
  ["$async", "leave it out"],
  ["$recursiveRef", 'write "$ref"'],
  ["$recursiveAnchor", 'write "$anchor"'],
  ["nullable", 'write a list of types, such as ["string", "null"]'],
  ["id", 'write "$id" at the root, or leave it out'],
  ["additionalItems", 'write "prefixItems" and "items"'],
  ["dependencies", 'write "dependentRequired" or "dependentSchemas"'],
  // Of 2020-12, and read by Ajv in another way where they meet other keywords.
  ["$dynamicRef", 'write "$ref": within one document it leads to the same place'],
  ["unevaluatedItems", 'write "prefixItems" and "items"']
])
