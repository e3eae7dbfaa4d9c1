import { describeUnknownName, quoted } from "@toolgate/core"
import { reportWrongType } from "./reportWrongType.ts"
import type { JsonSchema, LocatedValue, Shape } from "./Shape.ts"

/**
 * Returns the shape of a text in a special format, which `parse` converts and checks. `schema` describes the format.
 */
export const textOf = <A>(
  type: string,
  parse: (text: string, ...given: Parameters<Shape<A>["read"]>) => A | undefined,
  schema: JsonSchema = {}
): Shape<A> => ({
  type,
  schema: { type: "string", ...schema },
  beneath: [],
  read: (entry, reading) => {
    const text = textIn(entry)
    return text === undefined
      ? reportWrongType(type, entry, reading, { hint: inQuotes(entry) })
      : parse(text, entry, reading)
  }
})

const inQuotes = ({ node }: LocatedValue): string =>
  node.kind === "scalar" && node.plain !== undefined ? `; write ${quoted(node.plain, 40)} if you mean the text` : ""

const textIn = ({ node }: LocatedValue): string | undefined =>
  node.kind === "scalar" && typeof node.value === "string" ? node.value : undefined

/** Returns the shape of one of these texts, in exactly this spelling. `kind` names the texts in a sentence. */
export const oneOf = <const A extends string>(kind: string, names: ReadonlyArray<A>): Shape<A> => {
  const type = `one of ${names.join(", ")}`
  return {
    type,
    schema: { enum: names },
    beneath: [],
    read: (entry, reading) => {
      const text = textIn(entry)
      if (text === undefined) return reportWrongType(type, entry, reading)
      const found = names.find((name) => name === text)
      return found ?? reading.fault(entry.node.at, () => describeUnknownName(kind, text, names))
    }
  }
}

/** The shape of `true` or `false`. The other words that older versions of YAML accepted are refused. */
export const flag: Shape<boolean> = {
  type: "true or false",
  schema: { type: "boolean" },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind === "scalar" && typeof node.value === "boolean") return node.value
    return reportWrongType(flag.type, entry, reading, { hint: asText(entry) })
  }
}

const asText = (entry: LocatedValue): string => {
  const text = textIn(entry)
  return text !== undefined && /^(?:y|yes|n|no|on|off)$/i.test(text) ? `; YAML 1.2 reads ${quoted(text)} as text` : ""
}

/** Returns the shape of a whole number in decimal digits. `010` is refused, because some parsers read it as eight. */
export const count = (least: number, most: number = Number.MAX_SAFE_INTEGER): Shape<number> => {
  const type = `a whole number from ${least} up`
  return {
    type,
    schema: { type: "integer", minimum: least, maximum: most },
    beneath: [],
    read: (entry, reading) => {
      const { node } = entry
      if (node.kind !== "scalar" || typeof node.value !== "number" || !/^(?:0|[1-9]\d*)$/.test(node.plain ?? ""))
        return reportWrongType(type, entry, reading)
      if (node.value < least) return reportWrongType(type, entry, reading)
      if (node.value > most) return reading.fault(node.at, () => `${entry.label} must be at most ${most}`)
      return node.value
    }
  }
}

/** The shape of a text that is only for people. */
export const anyText: Shape<string> = textOf("a string", (text) => text)

/** Returns a shape that combines its value with the position of the entry. */
export const addSource = <A, B>(shape: Shape<A>, make: (value: A, source: string) => B): Shape<B> => ({
  type: shape.type,
  schema: shape.schema,
  beneath: shape.beneath,
  read: (entry, reading) => {
    const value = shape.read(entry, reading)
    return value === undefined ? undefined : make(value, reading.source(entry.at))
  }
})
