import { escapeUnprintable, quoted } from "@toolgate/core"
import { Composer, isAlias, isMap, isNode, isScalar, isSeq, type Pair, Scalar } from "yaml"
import type { FileReading } from "./FileReading.ts"
import { isReadable } from "./isReadable.ts"
import { readYamlTokens } from "./readYamlTokens.ts"
import type { YamlEntry, YamlMap, YamlNode } from "./YamlNode.ts"

/**
 * Parses the text as one YAML 1.2 document of the core schema; `undefined` for any other text, because its meaning
 * would be a guess. JSON is a subset of YAML. The time is proportional to the length of the text. Never throws.
 */
export const parseYamlDocument = (text: string, reading: FileReading): YamlNode | undefined => {
  if (!isReadable(text, reading)) {
    reading.lines.addNewLine(0)
    for (const { index } of text.matchAll(/\n/g)) reading.lines.addNewLine(index + 1)
    return undefined
  }
  const tokens = readYamlTokens(text, reading)
  if (tokens === undefined) return undefined
  const [document, second] = withoutStacks(() => [...new Composer(options).compose(tokens, true, text.length)])
  if (document === undefined) return undefined
  let valid = true
  for (const { code, message, pos } of document.errors)
    if (!reported.has(code)) {
      valid = false
      reading.fault(
        pos[0],
        () =>
          `this is not YAML: ${escapeUnprintable(message.slice(0, 120))}${near(text, pos[0])}${isUnclosed(message) ? cutOff(text, pos[0]) : ""}`
      )
    }
  if (second !== undefined)
    reading.fault(second.range[0], () => `a second document begins; a ${reading.what} is a single document`)
  if (!valid) return undefined
  const { contents } = document
  if (contents !== null && !(isScalar(contents) && contents.value === null)) return readNode(contents, reading)
  return reading.fault(0, () => `the file is empty; write at least "${reading.least}"`)
}

const options = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  prettyErrors: false,
  // The library's own check compares every pair of keys.
  uniqueKeys: false
} as const

/** The library's errors to report. All others only occur in constructs that are refused anyway. */
const reported: ReadonlySet<string> = new Set([
  "ALIAS_PROPS",
  "BAD_ALIAS",
  "BAD_DIRECTIVE",
  "MULTIPLE_ANCHORS",
  "MULTIPLE_TAGS",
  "TAG_RESOLVE_FAILED"
])

// A text of some megabytes can have a million errors. Creating the stack of one error costs more than parsing a page of
// text.
const withoutStacks = <A>(read: () => A): A => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return read()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const isUnclosed = (message: string) => /^Flow |^Missing , /.test(message)

/**
 * Returns a hint about a comment shortly before the position that cuts off an entry, such as a rule with " #" in it;
 * otherwise an empty text.
 */
const cutOff = (text: string, at: number): string => {
  const lines = text.slice(Math.max(0, at - 1000), at).split("\n")
  const line = lines.findLast((one) => /[[{(].*\S #/.test(one))?.trim()
  return line === undefined
    ? ""
    : `, after ${quoted(line, 80)}; " #" begins a comment, so put text that contains " #" in quotes`
}

const near = (text: string, at: number): string => {
  const line =
    text
      .slice(at, at + 80)
      .split("\n", 1)[0]
      ?.trim() ?? ""
  return line === "" ? "" : `, at ${quoted(line, 24)}`
}

/**
 * Returns the content of a node of the YAML library, after reporting everything in it that is not supported. `from` is
 * the offset of an empty value.
 */
const readNode = (node: unknown, reading: FileReading, from = 0): YamlNode => {
  const at = startOf(node) ?? from
  // An alias or a tag was reported when the text was split into tokens.
  if (isAlias(node) || (isNode(node) && node.tag !== undefined)) return { kind: "refused", at }
  if (isSeq(node))
    return {
      kind: "list",
      at,
      items: node.items.map((item) => readNode(item, reading, at)),
      ends: node.items.map((item) => endOf(item) ?? at)
    }
  if (isMap(node)) return mapOf(node.items, reading, at)
  if (!isScalar(node)) return { kind: "scalar", at, value: null, plain: "" }
  const { value, type, source } = node
  const plain = type === Scalar.PLAIN ? (source ?? "") : undefined
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null)
    return { kind: "scalar", at, value, plain }
  reading.fault(at, () => `this kind of value is not allowed in a ${reading.what}`)
  return { kind: "refused", at }
}

const endOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[2] : undefined)

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)

const mapOf = (pairs: ReadonlyArray<Pair>, reading: FileReading, at: number): YamlMap => {
  const entries = new Map<string, YamlEntry>()
  const repeated: Array<Omit<YamlEntry, "value">> = []
  for (const pair of pairs) {
    const keyAt = startOf(pair.key) ?? at
    const key = keyOf(pair.key)
    const end = Math.max(keyAt + 1, endOf(pair.key) ?? 0, endOf(pair.value) ?? 0)
    const first = key === undefined ? undefined : entries.get(key)
    if (key === undefined) reading.fault(keyAt, () => "a key must be text")
    else if (first !== undefined) {
      const { line } = reading.lines.linePos(first.at)
      reading.fault(keyAt, () => `the key ${quoted(key)} is repeated, first on line ${line}`)
      repeated.push({ key, at: keyAt, end })
    } else if (key === "<<" && isScalar(pair.key) && pair.key.type === Scalar.PLAIN)
      reading.fault(keyAt, () => "merge keys are not supported; write out the keys")
    else entries.set(key, { key, at: keyAt, end, value: readNode(pair.value, reading, keyAt) })
  }
  return { kind: "map", at, entries: [...entries.values()], repeated }
}

/** Returns the text of a key; `undefined` if the key is not text. The unquoted keys `1` and `true` are normal names. */
const keyOf = (key: unknown): string | undefined => {
  if (!isScalar(key)) return undefined
  if (key.type !== Scalar.PLAIN) return typeof key.value === "string" ? key.value : undefined
  return key.source === "" ? undefined : key.source
}
