import type { Json, JsonObject } from "@toolgate/core"
import { canonicalJson } from "@toolgate/core/json"

/** Returns what a schema asks of a value beyond its type, in a few words: what a type cannot say, and a call would be refused for. */
export const bounds = (node: JsonObject, described: string): ReadonlyArray<string> => {
  const { type, format, pattern, multipleOf, uniqueItems, deprecated } = node
  const said: Array<string> = []
  const isInteger = type === "integer" || (Array.isArray(type) && type.includes("integer") && !type.includes("number"))
  const numbers = range([node.minimum, node.exclusiveMinimum], [node.maximum, node.exclusiveMaximum])
  if (isInteger || numbers !== "") said.push(`${isInteger ? "integer" : ""} ${numbers}`.trim())
  const length = range([node.minLength === 1 ? undefined : node.minLength], [node.maxLength])
  if (length !== "") said.push(`${length} characters`)
  const items = range([node.minItems], [node.maxItems])
  if (items !== "" && node.prefixItems === undefined) said.push(`${items} items`)
  if (uniqueItems === true) said.push("unique")
  if (typeof multipleOf === "number") said.push(`multiple of ${multipleOf}`)
  if (type === "string" && typeof format === "string") said.push(format.slice(0, 40))
  if (typeof pattern === "string" && pattern.length <= 60) said.push(`/${pattern}/`)
  if (deprecated === true) said.push("deprecated")
  const byDefault = defaultOf(node.default)
  if (byDefault !== undefined && !(/default/i.test(described) && described.includes(byDefault)))
    said.push(`default ${byDefault}`)
  return said
}

const range = (
  [least, over]: ReadonlyArray<Json | undefined>,
  [most, under]: ReadonlyArray<Json | undefined>
): string => {
  const from = typeof least === "number" ? `≥ ${least}` : typeof over === "number" ? `> ${over}` : ""
  const to = typeof most === "number" ? `≤ ${most}` : typeof under === "number" ? `< ${under}` : ""
  return typeof least === "number" && typeof most === "number" ? `${least}..${most}` : [from, to].join(" ").trim()
}

/** The value that a tool takes if none is given, unless it is none, or long. */
const defaultOf = (value: Json | undefined): string | undefined => {
  if (value === undefined || value === null) return undefined
  const text = canonicalJson(value)
  return text.length > 40 ? undefined : text
}
