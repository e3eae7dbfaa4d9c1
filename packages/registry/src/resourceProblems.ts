import { type Json, type JsonObject, pointerSteps, type ResourceDeclaration } from "@toolgate/core"
import { literal, quoted } from "./quoted.ts"

/**
 * What is wrong with a resource declaration. `parameters` is the portable schema that its pointer has to hit: a declaration
 * that misses would leave an argument unguarded. A full schema has no one place for a property, so only the pointer counts.
 */
export const resourceProblems = (
  declaration: ResourceDeclaration,
  parameters: JsonObject | undefined
): ReadonlyArray<string> => {
  const problems: Array<string> = []
  if (typeof declaration !== "object" || declaration === null) return ["a resource declaration must be an object"]
  const { arg, fallback, kind, mode, within } = declaration
  if (kind !== "file") problems.push(`a resource must be of kind "file", not ${literal(kind)}`)
  if (mode !== "r" && mode !== "rw") problems.push(`the mode of a file must be "r" or "rw", not ${literal(mode)}`)
  if (within !== "workspace" && within !== "host")
    problems.push(`a file must be within "workspace" or "host", not ${literal(within)}`)
  if (fallback !== undefined && typeof fallback !== "string") problems.push("the fallback of a file must be a path")
  const steps = typeof arg === "string" ? pointerSteps(arg) : undefined
  if (steps === undefined || steps.length === 0)
    problems.push(`the resource argument ${literal(arg)} must be a JSON pointer to an argument, such as "/path"`)
  else if (parameters !== undefined && !isTextAt(parameters, steps))
    problems.push(`the resource argument ${quoted(arg)} must be declared in the parameters as a string`)
  return problems
}

const isTextAt = (schema: Json | undefined, steps: ReadonlyArray<string>): boolean => {
  if (!isObject(schema)) return false
  const [step, ...rest] = steps
  if (step === undefined) return schema.type === "string"
  if (schema.type === "array") return /^(?:0|[1-9]\d*)$/.test(step) && isTextAt(schema.items, rest)
  return (
    isObject(schema.properties) && Object.hasOwn(schema.properties, step) && isTextAt(schema.properties[step], rest)
  )
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
