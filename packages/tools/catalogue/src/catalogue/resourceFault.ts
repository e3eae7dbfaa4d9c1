import { type Json, type JsonObject, quoted, type ResourceDeclaration, unknownName } from "@toolgate/core"
import { pointerSteps } from "@toolgate/core/json"

/**
 * Returns why a declaration does not hit an argument that can hold what it names, in words; `undefined` if it does. A declaration
 * that misses would leave an argument unguarded. `schema` is one of the portable subset, in which each argument has one place.
 */
export const resourceFault = (declaration: ResourceDeclaration, schema: JsonObject): string | undefined => {
  if (!("arg" in declaration)) return undefined
  let here = schema
  for (const step of pointerSteps(declaration.arg) ?? []) {
    const next = here.type === "array" ? itemAt(here, step) : propertyAt(here, step)
    if (typeof next === "string") return `the resource ${quoted(declaration.arg)} points at nothing: ${next}`
    here = next
  }
  const wanted = declaration.kind === "argv" ? "a list of texts" : "a text"
  const isWanted =
    declaration.kind === "argv"
      ? here.type === "array" && isObject(here.items) && here.items.type === "string"
      : here.type === "string"
  return isWanted
    ? undefined
    : `the argument at ${quoted(declaration.arg)} must be ${wanted}, because it is a resource of the kind "${declaration.kind}"`
}

const itemAt = ({ items }: JsonObject, step: string): JsonObject | string => {
  if (!/^(?:0|[1-9]\d*|\*)$/.test(step)) return `"*" stands for the items of a list, and not ${quoted(step)}`
  return isObject(items) ? items : "the list says nothing of its items"
}

const propertyAt = ({ properties = {} }: JsonObject, step: string): JsonObject | string => {
  const known = isObject(properties) ? properties : {}
  const found = Object.hasOwn(known, step) ? known[step] : undefined
  return isObject(found) ? found : unknownName("argument", step, Object.keys(known))
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
