import type { Json, JsonObject } from "@toolgate/core"
import { canonicalizeJson, isJsonObject } from "@toolgate/core/json"

/** A schema with its internal references. */
export class SchemaDocument {
  readonly root: JsonObject
  #anchors: ReadonlyMap<string, JsonObject> | undefined = undefined

  constructor(root: JsonObject) {
    this.root = root
  }

  /** Resolves an internal reference, if possible. */
  target(reference: string): Json | undefined {
    if (!reference.startsWith("#")) return undefined
    if (reference !== "#" && !reference.startsWith("#/")) return this.anchors.get(reference.slice(1))
    let place: Json | undefined = this.root
    for (const step of reference.split("/").slice(1)) {
      const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~")
      if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return undefined
      place = (place as JsonObject)[name]
    }
    return place
  }

  /** Returns a text that identifies a schema by content, including references. */
  textOf(schema: Json): string {
    const texts = new Map<string, string>()
    const next = [schema]
    for (let place = next.pop(); place !== undefined; place = next.pop())
      for (const reference of this.#findReferences(place)) {
        const target = this.target(reference)
        if (target === undefined || texts.has(reference)) continue
        texts.set(reference, this.#canonical(target))
        next.push(target)
      }
    return [this.#canonical(schema), ...[...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)).flat()].join(
      "\n"
    )
  }

  readonly #texts = new Map<Json, string>()
  readonly #references = new Map<Json, ReadonlyArray<string>>()

  #canonical(schema: Json): string {
    const text = this.#texts.get(schema) ?? canonicalizeJson(schema)
    this.#texts.set(schema, text)
    return text
  }

  #findReferences(schema: Json): ReadonlyArray<string> {
    const references =
      this.#references.get(schema) ??
      [...objectsIn(schema)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []))
    this.#references.set(schema, references)
    return references
  }

  /** Whether a schema refers to itself without an object or array in between, so that no value matches. */
  leadsToItself(schema: Json): boolean {
    const seen = new Set<Json>()
    const next = [schema]
    for (let place = next.pop(); place !== undefined; place = next.pop()) {
      if (!isJsonObject(place)) continue
      const { $ref, anyOf, oneOf, allOf } = place
      const led = typeof $ref === "string" ? [this.target($ref)] : []
      for (const inner of [...led, ...listOf(anyOf), ...listOf(oneOf), ...listOf(allOf)]) {
        if (inner === schema) return true
        if (inner === undefined || seen.has(inner)) continue
        seen.add(inner)
        next.push(inner)
      }
    }
    return false
  }

  get anchors(): ReadonlyMap<string, JsonObject> {
    this.#anchors ??= new Map(
      [...objectsIn(this.root)].flatMap((node) => (typeof node.$anchor === "string" ? [[node.$anchor, node]] : []))
    )
    return this.#anchors
  }
}

export const listOf = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

/** Returns all objects inside a value, including itself. */
function* objectsIn(value: Json): Generator<JsonObject> {
  const next = [value]
  for (let place = next.pop(); place !== undefined; place = next.pop()) {
    if (typeof place !== "object" || place === null) continue
    if (!Array.isArray(place)) yield place as JsonObject
    for (const inner of Object.values(place)) next.push(inner as Json)
  }
}

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
