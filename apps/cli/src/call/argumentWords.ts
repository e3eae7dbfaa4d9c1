import * as Argument from "effect/cli/Argument"
import * as Effect from "effect/Effect"
import type { Tool } from "toolgate"
import { WrongUse } from "../WrongUse.ts"
import { findArgumentSchemas, listValueKinds, type ValueKinds } from "./findArgumentSchemas.ts"

const isField = (word: string): boolean => field.test(word)

// A word that begins like JSON is JSON. No JSON text begins with a name and "=".
const field = /^(?<name>[^\s"'{}[\]=:]+)(?<sign>:?=)(?<value>.*)$/s

/** The arguments `ARGS`: one JSON text, or one word per argument. */
export const args = Argument.String("ARGS").pipe(
  Argument.withDescription(
    "The arguments: NAME=VALUE for text, NAME:=JSON for other values, or all of them as one JSON object; - reads it from standard input; default: {}"
  ),
  Argument.variadic(),
  Argument.filter(
    (words) => words.length < 2 || words.every(isField),
    () => tooMany
  )
)

/** Reports several words that are not all arguments. */
export const tooMany = "There are too many arguments; put JSON in single quotes, or write each argument as NAME=VALUE."

/** Converts the words to JSON text according to the tool's schema. The gate refuses text that is not JSON. */
export const convertWordsToJson = Effect.fnUntraced(function* (
  words: ReadonlyArray<string>,
  tool: Pick<Tool, "parameters"> | undefined
) {
  const [only = "{}"] = words
  if (words.length < 2 && !isField(only)) return only
  const given = new Map<string, Array<ArgumentValue>>()
  for (const word of words) {
    const { name = "", sign, value = "" } = field.exec(word)?.groups ?? {}
    given.set(name, [...(given.get(name) ?? []), { value, isJson: sign === ":=" }])
  }
  const members: Array<string> = []
  for (const [name, values] of given) {
    const json = yield* memberOf(
      name,
      values,
      listValueKinds(findArgumentSchemas(tool?.parameters, name), tool?.parameters)
    )
    members.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${members.join(",")}}`
})

interface ArgumentValue {
  readonly value: string
  /** Whether the value is written as JSON. */
  readonly isJson: boolean
}

const memberOf = Effect.fnUntraced(function* (name: string, values: ReadonlyArray<ArgumentValue>, kinds: ValueKinds) {
  const [first] = values
  if (first === undefined) return "null"
  const isList = kinds.items !== undefined && (values.length > 1 || !kinds.allowed.has("string"))
  if (isList && !first.isJson) {
    const items = yield* Effect.forEach(values, (each) => jsonOf(name, each, kinds.items ?? kinds))
    return `[${items.join(",")}]`
  }
  return yield* values.length === 1
    ? jsonOf(name, first, kinds)
    : wrong(name, "is given more than once but takes one value")
})

const jsonOf = Effect.fnUntraced(function* (
  name: string,
  { value, isJson }: ArgumentValue,
  { allowed, literals }: ValueKinds
) {
  if (isJson)
    return parsed(value) === undefined
      ? yield* wrong(name, `has no valid JSON after ":="; for a string, write ${name}=VALUE`)
      : value
  const literal = literals.find((one) => (typeof one === "string" ? one : JSON.stringify(one)) === value)
  if (literal !== undefined) return JSON.stringify(literal)
  if (allowed.has("string")) return JSON.stringify(value)
  const read = parsed(value)
  if (typeof read?.json === "number" && (allowed.has("number") || allowed.has("integer"))) return value
  if (typeof read?.json === "boolean" && allowed.has("boolean")) return value
  if (read?.json === null && allowed.has("null")) return value
  const wanted = [...allowed].map((kind) => called[kind]).join(" or ")
  const example = [...allowed].flatMap((kind) => shown[kind] ?? [])[0]
  return yield* wrong(name, `takes ${wanted}${example === undefined ? "" : `, as in ${name}${example}`}`)
})

const called = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "an object"
} as const

const shown: Readonly<Record<keyof typeof called, string | undefined>> = {
  string: undefined,
  number: "=1.5",
  integer: "=1",
  boolean: "=true",
  null: undefined,
  array: ":=[]",
  object: `:='{"name":"value"}'`
}

const parsed = (text: string): { readonly json: unknown } | undefined => {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

// The value may be a secret, so no message quotes it.
const wrong = (name: string, problem: string) =>
  new WrongUse({ message: `The argument ${JSON.stringify(name)} ${problem}.` })
