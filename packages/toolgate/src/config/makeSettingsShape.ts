import {
  count,
  flag,
  type Key,
  listOf,
  mapOf,
  oneOf,
  recordOf,
  reportWrongType,
  type Shape,
  textOf
} from "@toolgate/yaml-reading"

/** The subset of JSON Schema in which toolbox entries describe their settings. */
export interface SettingsSchema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, SettingsSchema>>
  readonly patternProperties?: Readonly<Record<string, SettingsSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: SettingsSchema
  readonly minItems?: number
  readonly enum?: ReadonlyArray<string>
  readonly const?: string
  readonly anyOf?: ReadonlyArray<SettingsSchema>
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
}

/** Converts a schema to a shape, so that mistakes in a file are reported with their positions. */
export const makeSettingsShape = (schema: SettingsSchema, what: string): Shape<unknown> => {
  const words = wordsOf(schema)
  const other = schema.anyOf?.find((one) => one.const === undefined)
  if (words !== undefined && other !== undefined) return wordOr(words, makeSettingsShape(other, what), what)
  if (words !== undefined) return wordShape(words, what)
  switch (schema.type) {
    case "object":
      return objectShape(schema, what)
    case "array":
      return listShape(schema, what)
    case "string":
      return textShape(schema)
    case "number":
      return numberShape(schema)
    case "integer":
      return count(schema.minimum ?? 0, schema.maximum)
    case "boolean":
      return flag
    default:
      throw new Error(
        `The settings of the toolbox have a schema that cannot be written in a file: ${JSON.stringify(schema)}`
      )
  }
}

const wordsOf = ({ enum: words, anyOf }: SettingsSchema): ReadonlyArray<string> | undefined =>
  words ?? anyOf?.flatMap((one) => one.const ?? [])

/** A shape for one of several words. The message names the section. */
const wordShape = (words: ReadonlyArray<string>, what: string) => oneOf(`word for ${what.split(" of ")[0]}:`, words)

/** A shape for one of several words, or for a value that is not a scalar. */
const wordOr = (words: ReadonlyArray<string>, other: Shape<unknown>, what: string): Shape<unknown> => {
  const word = wordShape(words, what)
  return {
    type: `${word.type}, or ${other.type}`,
    schema: { anyOf: [word.schema, other.schema] },
    beneath: other.beneath,
    read: (entry, reading) => (entry.node.kind === "scalar" ? word : other).read(entry, reading)
  }
}

const objectShape = ({ properties, patternProperties, required = [] }: SettingsSchema, what: string) => {
  const [pattern] = Object.entries(patternProperties ?? {})
  if (properties === undefined && pattern !== undefined) return namedShape(pattern, what)
  const keys = Object.entries(properties ?? {}).map(([name, schema]): [string, Key<unknown>] => [
    name,
    {
      shape: makeSettingsShape(schema, `"${name}" of ${what}`),
      description: schema.description ?? "",
      absent: required.includes(name) ? undefined : "as the tools say"
    }
  ])
  return recordOf(what, Object.fromEntries(keys), (given) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  )
}

/** A shape for a map whose keys the operator chooses. */
const namedShape = ([pattern, schema]: readonly [string, SettingsSchema], what: string): Shape<unknown> => {
  const names = new RegExp(pattern, "u")
  const map = mapOf(
    "a map by names",
    {
      step: "NAME",
      schema: { pattern },
      read: (name, at, reading) =>
        names.test(name) ? name : reading.fault(at, () => `a name in ${what} must match ${pattern}`)
    },
    makeSettingsShape(schema, `an entry of ${what}`)
  )
  return {
    ...map,
    read: (entry, reading) => {
      const values = map.read(entry, reading)
      return values === undefined ? undefined : Object.fromEntries(values)
    }
  }
}

const listShape = ({ items = { type: "string" }, minItems = 0 }: SettingsSchema, what: string): Shape<unknown> => {
  const list = listOf("a list", makeSettingsShape(items, `an item of ${what}`))
  return {
    ...list,
    read: (entry, reading) => {
      const values = list.read(entry, reading)
      return values !== undefined && values.length < minItems
        ? reading.fault(
            entry.at,
            () => `${entry.label} needs at least ${minItems} ${minItems === 1 ? "item" : "items"}`
          )
        : values
    }
  }
}

/** A shape for text. Messages do not quote the text, because it may be a misplaced secret. */
const textShape = ({ pattern, minLength = 0, maxLength = longestText, description }: SettingsSchema): Shape<string> =>
  textOf("a string", (text, { node, label }, reading) => {
    if (text.length < minLength) return reading.fault(node.at, () => `${label} is empty`)
    if (text.length > maxLength) return reading.fault(node.at, () => `${label} is longer than ${maxLength} characters`)
    if (pattern === undefined || new RegExp(pattern, "u").test(text)) return text
    const form = description === undefined ? `it matches ${pattern}` : description.replace(/\.$/, "")
    return reading.fault(node.at, () => `${label} has the wrong form: ${form}`)
  })

const longestText = 32_768

const numberShape = ({ minimum, exclusiveMinimum, maximum = Number.MAX_VALUE }: SettingsSchema): Shape<number> => {
  const least = minimum ?? exclusiveMinimum ?? -Number.MAX_VALUE
  const type = `a number ${exclusiveMinimum === undefined ? "from" : "above"} ${least}, and at most ${maximum}`
  return {
    type,
    schema: { type: "number" },
    beneath: [],
    read: (entry, reading) => {
      const { node } = entry
      if (node.kind !== "scalar" || typeof node.value !== "number") return reportWrongType(type, entry, reading)
      const isHeld =
        node.value <= maximum && (exclusiveMinimum === undefined ? node.value >= least : node.value > least)
      return isHeld ? node.value : reportWrongType(type, entry, reading)
    }
  }
}
