import { type Json, type JsonObject, quoted } from "@toolgate/core"
import { encodePointer, encodePointerStep, isJsonObject, parsePointer } from "@toolgate/core/json"
import { compilePattern, type LinearPattern } from "./compilePattern.ts"
import { commonKeywords, count, differentNames, type Expected, schemaTypes, text } from "./keywords.ts"
import type { ReportFault } from "./portableSchema.ts"

/**
 * Checks a schema of JSON Schema 2020-12 and returns the targets of its references as pointers.
 *
 * References have to stay inside the document, so nothing is ever loaded. `format` is an annotation, the default of the
 * dialect. Keywords that the validator would treat differently from the dialect (`nullable`, `$async`, ignored keywords of
 * older drafts) are errors, because they would silently weaken the check. Keyword values are checked by hand-written
 * rules, because running the dialect's meta-schema takes ten times as long.
 */
export const checkFull = (
  root: JsonObject,
  patterns: Map<string, LinearPattern>,
  report: ReportFault
): ReadonlySet<string> => {
  const anchors = new Map<string, string>()
  const references: Array<{ readonly at: string; readonly to: string }> = []
  const loneIfs: Array<string> = []
  let marksEvaluated = false

  // The current path, converted to a pointer only when needed.
  const path: Array<string | number> = []
  const fault = (problem: string) => report(encodePointer(path), problem)

  const pattern = (source: string) => {
    const compiled = patterns.get(source) ?? compilePattern(source)
    if (typeof compiled === "string") fault(compiled)
    else patterns.set(source, compiled)
  }

  const visitAt = (step: string | number, node: Json | undefined) => {
    path.push(step)
    visit(node)
    path.pop()
  }

  const visit = (node: Json | undefined) => {
    if (!isJsonObject(node)) {
      if (typeof node !== "boolean") fault("must be a schema: an object, true or false")
      return
    }
    for (const keyword of Object.keys(node)) {
      const rule = rules.get(keyword)
      if (rule === undefined) continue
      path.push(keyword)
      follow(rule, keyword, node[keyword] as Json, node)
      path.pop()
    }
  }

  const follow = (rule: Rule, keyword: string, value: Json, node: JsonObject) => {
    if (rule === "schema") {
      visit(value)
      if (keyword === "if" && !isConstraint(node.then)) loneIfs.push(encodePointer(path))
      if (keyword === "unevaluatedProperties") marksEvaluated = true
    } else if (rule === "schemas") {
      if (!Array.isArray(value) || value.length === 0) fault("must be a list of at least one schema")
      else for (let at = 0; at < value.length; at++) visitAt(at, value[at])
    } else if (rule === "named schemas") {
      if (!isJsonObject(value)) fault("must be an object of schemas")
      else for (const name of Object.keys(value)) named(keyword, name, value[name])
    } else if (typeof rule === "string")
      fault(`(${quoted(keyword)}) cannot be validated: ${rule.slice(refused.length)}`)
    else if (!rule.holds(value)) fault(`must be ${rule.words}`)
    else if (typeof value === "string") textual(keyword, value)
  }

  const named = (keyword: string, name: string, part: Json | undefined) => {
    path.push(name)
    if (name === "__proto__") fault("cannot be validated: give it another name")
    if (keyword === "patternProperties") pattern(name)
    visit(part)
    path.pop()
  }

  const textual = (keyword: string, value: string) => {
    if (keyword === "pattern") pattern(value)
    else if (keyword === "$ref") references.push({ at: encodePointer(path), to: value })
    else if (keyword === "$id" && path.length > 1) fault("must be at the root: a schema is one document")
    else if (keyword === "$anchor" || keyword === "$dynamicAnchor") {
      if (anchors.has(value)) fault("repeats an anchor")
      anchors.set(value, encodePointer(path.slice(0, -1)))
    }
  }

  visit(root)

  const places = references.length === 0 ? noPlaces : placesIn(root)
  const targets = new Set<string>()
  for (const { at, to } of references) {
    const target = targetOf(to, anchors)
    if (target === undefined) report(at, 'must be a reference within the schema, such as "#/$defs/name"')
    else if (!places.has(target)) report(at, "does not lead to a schema in this document")
    else targets.add(target)
  }
  // Ajv ignores what an "if" without a "then" evaluated.
  if (marksEvaluated)
    for (const at of loneIfs)
      report(at, 'cannot be validated beside "unevaluatedProperties" without a "then" that says something')
  return targets
}

/** Returns the pointers of all subschemas. References may not lead anywhere else. */
const placesIn = (root: JsonObject): ReadonlySet<string> => {
  const places = new Set<string>()
  const visit = (node: Json | undefined, at: string) => {
    places.add(at)
    if (!isJsonObject(node)) return
    for (const [keyword, value] of Object.entries(node)) {
      const rule = rules.get(keyword)
      const here = at + encodePointerStep(keyword)
      if (rule === "schema") visit(value, here)
      else if (rule === "schemas" && Array.isArray(value))
        for (const [index, part] of value.entries()) visit(part, `${here}/${index}`)
      else if (rule === "named schemas" && isJsonObject(value))
        for (const [name, part] of Object.entries(value)) visit(part, here + encodePointerStep(name))
    }
  }
  visit(root, "")
  return places
}

const noPlaces: ReadonlySet<string> = new Set()

const targetOf = (reference: string, anchors: ReadonlyMap<string, string>): string | undefined => {
  if (!reference.startsWith("#")) return undefined
  const fragment = decoded(reference.slice(1))
  if (fragment === undefined) return undefined
  const steps = parsePointer(fragment)
  return steps === undefined ? (anchors.get(fragment) ?? "nowhere") : encodePointer(steps)
}

const decoded = (fragment: string) => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}

const isConstraint = (schema: Json | undefined) => isJsonObject(schema) && Object.keys(schema).length > 0

/** The rule of a keyword: how it contains schemas, the required value, or, after `refused`, the alternative. */
type Rule = "schema" | "schemas" | "named schemas" | `refused: ${string}` | Expected

const refused = "refused: "

const isTypeName = (value: Json) => typeof value === "string" && schemaTypes.includes(value)

const anchor: Expected = {
  words: 'a name of letters, digits, "-", "_" and "." that begins with a letter or "_"',
  holds: (value) => typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value)
}

const rules = new Map<string, Rule>(
  Object.entries<Rule>({
    ...commonKeywords,
    type: {
      words: `one of ${schemaTypes.map((type) => `"${type}"`).join(", ")}, or a list of different ones`,
      holds: (value) =>
        Array.isArray(value)
          ? value.length > 0 && value.every(isTypeName) && new Set(value).size === value.length
          : isTypeName(value)
    },
    $id: {
      words: "an address without a fragment",
      holds: (value) => typeof value === "string" && /^[^#]*#?$/.test(value)
    },
    $ref: text,
    $anchor: anchor,
    $dynamicAnchor: anchor,
    $vocabulary: {
      words: "an object of true and false",
      holds: (value) => isJsonObject(value) && Object.values(value).every((one) => typeof one === "boolean")
    },
    minContains: count,
    maxContains: count,
    dependentRequired: {
      words: "an object of lists of distinct property names",
      holds: (value) => isJsonObject(value) && Object.values(value).every(differentNames.holds)
    },
    contentEncoding: text,
    contentMediaType: text,
    not: "schema",
    if: "schema",
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: "schema",
    else: "schema",
    items: "schema",
    contains: "schema",
    additionalProperties: "schema",
    propertyNames: "schema",
    unevaluatedProperties: "schema",
    contentSchema: "schema",
    allOf: "schemas",
    anyOf: "schemas",
    oneOf: "schemas",
    prefixItems: "schemas",
    properties: "named schemas",
    patternProperties: "named schemas",
    $defs: "named schemas",
    definitions: "named schemas",
    dependentSchemas: "named schemas",
    $async: "refused: leave it out",
    $recursiveRef: 'refused: write "$ref"',
    $recursiveAnchor: 'refused: write "$anchor"',
    nullable: 'refused: write a list of types, such as ["string", "null"]',
    id: 'refused: write "$id" at the root, or leave it out',
    additionalItems: 'refused: write "prefixItems" and "items"',
    dependencies: 'refused: write "dependentRequired" or "dependentSchemas"',
    // Ajv reads these two keywords of 2020-12 differently when combined with other keywords.
    $dynamicRef: 'refused: write "$ref": within one document it leads to the same place',
    unevaluatedItems: 'refused: write "prefixItems" and "items"'
  })
)
