import { type FileReading, readYaml, type Shape, type YamlEntry, type YamlNode } from "@toolgate/yaml-reading"
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"

/** Largest JSON document, in bytes: the biggest services publish about fourteen million. YAML is limited to 4 MiB. */
export const longestOpenApi = 32 * 1024 * 1024

/**
 * Parses a JSON or YAML document with positions. Reports the reason and returns `undefined` if it is unreadable. Long JSON is parsed
 * separately, because the YAML reader is limited to handwritten sizes.
 */
export const readDocument = (text: string, reading: FileReading): YamlNode | undefined =>
  /^\ufeff?\s*\{/.test(text) ? readJson(text, reading) : readYaml(text, anyNode, reading)

const anyNode: Shape<YamlNode> = { type: "a document", schema: {}, beneath: [], read: ({ node }) => node }

const readJson = (text: string, reading: FileReading): YamlNode | undefined => {
  reading.lines.addNewLine(0)
  if (text.length > longestOpenApi) return reading.fault(0, () => "the text is longer than 32 MiB")
  for (const { index } of text.matchAll(/\n/g)) reading.lines.addNewLine(index + 1)
  const errors: Array<ParseError> = []
  const root = treeOf(text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text, errors)
  if (root === "deep") return reading.fault(0, () => "the text is nested too deeply")
  const [first] = errors
  if (first !== undefined || root === undefined)
    return reading.fault(
      first?.offset ?? 0,
      () => `this is not JSON${first === undefined ? "" : `: ${printParseErrorCode(first.error)}`}`
    )
  return nodeOf(root, reading)
}

const treeOf = (text: string, errors: Array<ParseError>): Node | undefined | "deep" => {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  } catch (cause) {
    if (cause instanceof RangeError) return "deep"
    throw cause
  }
}

const nodeOf = ({ type, offset: at, value, children = [] }: Node, reading: FileReading): YamlNode => {
  if (type === "array") {
    const ends = children.map(({ offset, length }) => offset + length)
    return { kind: "list", at, items: children.map((child) => nodeOf(child, reading)), ends }
  }
  if (type !== "object") return { kind: "scalar", at, value, plain: undefined }
  const entries = new Map<string, YamlEntry>()
  const repeated: Array<Omit<YamlEntry, "value">> = []
  for (const { children: [name, given] = [] } of children) {
    if (name === undefined || given === undefined) continue
    const key = String(name.value)
    const span = { key, at: name.offset, end: given.offset + given.length }
    if (entries.has(key)) {
      reading.fault(name.offset, () => `the key ${JSON.stringify(key.slice(0, 64))} is given twice`)
      repeated.push(span)
    } else entries.set(key, { ...span, value: nodeOf(given, reading) })
  }
  return { kind: "map", at, entries: [...entries.values()], repeated }
}
