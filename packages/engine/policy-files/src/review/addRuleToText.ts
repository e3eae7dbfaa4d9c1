import { canonicalizeJson } from "@toolgate/core/json"
import { isMap, isScalar, isSeq, type Pair, parseDocument, Scalar, type YAMLMap, type YAMLSeq } from "yaml"

/**
 * Adds an allow rule to the text of a policy file, after the other rules. The rest of the text, including comments and
 * order, stays unchanged. `undefined`: the text has a form to which a rule cannot be added.
 */
export const addRuleToText = (text: string, rule: string): string | undefined => {
  const document = parseDocument(text, options)
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined
  const found = insertions(new Text(text), document.contents, JSON.stringify(rule))
  const changed = found?.reduceRight((all, { at, added }) => all.slice(0, at) + added + all.slice(at), text)
  return changed !== undefined &&
    canonicalizeJson(contentOf(changed)) === canonicalizeJson(withRule(document.toJS(), rule))
    ? changed
    : undefined
}

const options = { version: "1.2", schema: "core", merge: false, uniqueKeys: false } as const

interface Insertion {
  readonly at: number
  readonly added: string
}

const contentOf = (text: string): unknown => {
  const document = parseDocument(text, options)
  return document.errors.length > 0 ? undefined : document.toJS()
}

const withRule = (content: Readonly<Record<string, unknown>>, rule: string): unknown => {
  const rules = (content.rules ?? {}) as Readonly<Record<string, unknown>>
  return { ...content, rules: { ...rules, allow: [...((rules.allow ?? []) as ReadonlyArray<unknown>), rule] } }
}

/** A text with access to its lines. */
class Text {
  readonly text: string
  readonly lineEnd: string

  constructor(text: string) {
    this.text = text
    this.lineEnd = text.includes("\r\n") ? "\r\n" : "\n"
  }

  /** Returns blanks as wide as the text before a position on its line. Tabs are preserved. */
  indentOf(at: number): string {
    const line = this.text.slice(this.text.lastIndexOf("\n", at - 1) + 1, at)
    return line.replaceAll(/[^ \t]/g, " ")
  }

  /** Returns the insertion of lines after the line on which a value ends. */
  linesAfter(end: number, lines: ReadonlyArray<string>): Insertion {
    // The range of a multi-line text ends at the beginning of the next line.
    const isBegin = end > 0 && this.text[end - 1] === "\n"
    const next = isBegin ? end : this.text.indexOf("\n", end) + 1
    if (next > 0) return { at: next, added: lines.map((line) => line + this.lineEnd).join("") }
    const before = this.text === "" || isBegin ? "" : this.lineEnd
    return { at: this.text.length, added: before + lines.map((line) => line + this.lineEnd).join("") }
  }
}

const insertions = (text: Text, root: YAMLMap, rule: string): ReadonlyArray<Insertion> | undefined => {
  const rules = pairOf(root, "rules")
  if (rules === undefined) return entry(text, root, "rules", ["allow", rule])
  if (isEmpty(rules.value)) return fillEmptyKey(text, rules, root, ["allow", rule])
  if (!isMap(rules.value)) return undefined
  const allow = pairOf(rules.value, "allow")
  if (allow === undefined) return entry(text, rules.value, "allow", [rule])
  if (isEmpty(allow.value)) return fillEmptyKey(text, allow, rules.value, [rule])
  return isSeq(allow.value) ? item(text, allow.value, rule) : undefined
}

const pairOf = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && key.value === name)

const isEmpty = (value: unknown): boolean => value === null || (isScalar(value) && value.value === null)

/** The keys and the rule that are added beneath a key: the last element is the rule. */
type Added = readonly [string] | readonly [string, string]

/** Returns what is added between braces. In JSON, keys have quotes. */
const flowOf = (added: Added, map: YAMLMap): string =>
  added.length === 1 ? `[${added[0]}]` : `{ ${keyIn(map, added[0])}: [${added[1]}] }`

const keyIn = ({ items: [first] }: YAMLMap, name: string): string =>
  isScalar(first?.key) && first.key.type !== Scalar.PLAIN ? JSON.stringify(name) : name

const blockOf = (added: Added, indent: string): ReadonlyArray<string> =>
  added.length === 1
    ? [`${indent}- ${added[0]}`]
    : [`${indent}${added[0]}:`, ...blockOf([added[1] as string], `${indent}  `)]

const entry = (text: Text, map: YAMLMap, name: string, added: Added): ReadonlyArray<Insertion> | undefined => {
  const last = map.items.at(-1)
  const begin = map.range?.[0]
  if (begin === undefined) return undefined
  if (map.flow === true) {
    const end = last === undefined ? begin + 1 : endOf(last)
    const content = `${keyIn(map, name)}: ${flowOf(added, map)}`
    return end === undefined ? undefined : [{ at: end, added: last === undefined ? content : `, ${content}` }]
  }
  const end = last === undefined ? undefined : endOf(last)
  const indent = text.indentOf(begin)
  return end === undefined ? undefined : [text.linesAfter(end, [`${indent}${name}:`, ...blockOf(added, `${indent}  `)])]
}

const fillEmptyKey = (text: Text, pair: Pair, map: YAMLMap, added: Added): ReadonlyArray<Insertion> | undefined => {
  const end = rangeOf(pair.key)?.[1]
  const begin = map.range?.[0]
  if (end === undefined || begin === undefined) return undefined
  if (map.flow !== true) return [text.linesAfter(end, blockOf(added, `${text.indentOf(begin)}  `))]
  const colon = text.text.indexOf(":", end)
  return colon === -1 ? undefined : [{ at: colon + 1, added: ` ${flowOf(added, map)}` }]
}

const item = (text: Text, list: YAMLSeq, rule: string): ReadonlyArray<Insertion> | undefined => {
  const [begin] = list.range ?? []
  const last = rangeOf(list.items.at(-1))
  if (begin === undefined) return undefined
  if (list.flow !== true)
    return last === undefined ? undefined : [text.linesAfter(last[1], [`${text.indentOf(begin)}- ${rule}`])]
  if (last === undefined) return [{ at: begin + 1, added: rule }]
  const [start, end] = last
  if (!text.text.slice(begin, start).includes("\n")) return [{ at: end, added: `, ${rule}` }]
  // A comment behind the last item stays with it.
  const hasComma = /^\s*,/.test(text.text.slice(end))
  return [...(hasComma ? [] : [{ at: end, added: "," }]), text.linesAfter(end, [text.indentOf(start) + rule])]
}

const rangeOf = (node: unknown): readonly [number, number, number] | undefined =>
  typeof node === "object" && node !== null && "range" in node
    ? ((node.range as [number, number, number] | null | undefined) ?? undefined)
    : undefined

/** Returns the position at which a pair ends: behind its value, or behind its colon. */
const endOf = ({ key, value }: Pair): number | undefined => {
  const end = rangeOf(value)?.[1]
  return end ?? rangeOf(key)?.[1]
}
