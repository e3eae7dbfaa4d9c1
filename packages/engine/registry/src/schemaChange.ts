import { isObject } from "./keywords.ts"

type Path = ReadonlyArray<string | number>

/**
 * Returns the path at which the JSON Schema of what a schema takes differs from the JSON Schema of what it returns, or
 * at which it fills in a default. Such a schema changes values. A schema that drops members it does not know does not
 * count: it takes an open object and returns a closed one.
 */
export const changeIn = (input: unknown, output: unknown): Path | undefined => changeAt(input, output, [], false)

const changeAt = (input: unknown, output: unknown, path: Path, isNames: boolean): Path | undefined => {
  if (Array.isArray(input) && Array.isArray(output) && input.length === output.length)
    return first(input.keys(), (at) => changeAt(input[at], output[at], [...path, at], false))
  if (!isRecord(input) || !isRecord(output)) return input === output ? undefined : path
  if (!isNames && "default" in input) return path
  const names = new Set([...Object.keys(input), ...Object.keys(output)])
  return first(names.values(), (name) => {
    if (name === "required" && !isNames) return requiredChange(input, output, path)
    if (name === "additionalProperties" && !isNames && output[name] === false) return undefined
    return changeAt(input[name], output[name], [...path, name], !isNames && named.has(name))
  })
}

const requiredChange = (input: JsonRecord, output: JsonRecord, path: Path): Path | undefined => {
  const [taken, returned] = [namesIn(input.required), namesIn(output.required)]
  const name = [...taken, ...returned].find((one) => !taken.includes(one) || !returned.includes(one))
  return name === undefined ? undefined : [...path, "properties", name]
}

const namesIn = (required: unknown): ReadonlyArray<string> => (Array.isArray(required) ? required.map(String) : [])

type JsonRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is JsonRecord => isObject(value as never)

const first = <A>(keys: Iterable<A>, look: (key: A) => Path | undefined): Path | undefined => {
  for (const key of keys) {
    const found = look(key)
    if (found !== undefined) return found
  }
  return undefined
}

/** The keywords whose value holds a schema for each name. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"])
