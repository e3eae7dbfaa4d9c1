import { listOf, reportWrongType, type Shape, textOf } from "@toolgate/yaml-reading"

/** The shape of a flag whose only value is `true`. */
export const on: Shape<true> = {
  type: "true",
  schema: { const: true },
  beneath: [],
  read: (entry, reading) =>
    entry.node.kind === "scalar" && entry.node.value === true
      ? true
      : reportWrongType("true", entry, reading, { hint: "; leave the key out for the opposite" })
}

/** The shape of a text of words, separated by blanks. */
export const words: Shape<string> = textOf("a text of words with blanks between them", (text, entry, reading) =>
  text.trim() === "" ? reading.fault(entry.node.at, () => `${entry.label} has no words; leave it out`) : text
)

/** The shape of a phrase that continues a sentence, as in "writes a file". */
export const phrase: Shape<string> = textOf("a phrase", (text, entry, reading) =>
  text.trim() === "" || text.includes("\n")
    ? reading.fault(entry.node.at, () => `${entry.label} must be a phrase in one line, as in "writes a file"`)
    : text
)

/** Returns the shape of one value, or of a list of such values. */
export const oneOrMore = <A>(item: Shape<A>): Shape<A | ReadonlyArray<A>> => {
  const type = `${item.type}, or a list of several`
  const list = listOf(type, item)
  return {
    type,
    schema: { anyOf: [item.schema, { ...list.schema, minItems: 1 }] },
    beneath: [],
    read: (entry, reading) => {
      if (entry.node.kind !== "list") return item.read(entry, reading)
      return entry.node.items.length === 0
        ? reading.fault(entry.node.at, () => `${entry.label} is an empty list; leave it out`)
        : list.read(entry, reading)
    }
  }
}
