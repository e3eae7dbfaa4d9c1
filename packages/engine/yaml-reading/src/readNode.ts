import { quoted } from "@toolgate/core"
import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, Scalar } from "yaml"
import type { Reading } from "./Reading.ts"
import type { YamlEntry, YamlMap, YamlNode } from "./YamlNode.ts"

/**
 * Returns the content of a node of the YAML library, after reporting everything in it that is not supported. `from` is
 * the offset of an empty value.
 */
export const readNode = (node: unknown, reading: Reading, from = 0): YamlNode => {
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

const mapOf = (pairs: ReadonlyArray<Pair>, reading: Reading, at: number): YamlMap => {
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
      reading.fault(keyAt, () => `the key ${quoted(key)} is given twice, first on line ${line}`)
      repeated.push({ key, at: keyAt, end })
    } else if (key === "<<" && isScalar(pair.key) && pair.key.type === Scalar.PLAIN)
      reading.fault(keyAt, () => "merge keys are not supported; write out the keys")
    else entries.set(key, { key, at: keyAt, end, value: readNode(pair.value, reading, keyAt) })
  }
  return { kind: "map", at, entries: [...entries.values()], repeated }
}

/**
 * Returns the text of a key; `undefined` if the key is not text. The plain keys `1` and `true` are names like others.
 */
const keyOf = (key: unknown): string | undefined => {
  if (!isScalar(key)) return undefined
  if (key.type !== Scalar.PLAIN) return typeof key.value === "string" ? key.value : undefined
  return key.source === "" ? undefined : key.source
}
