import type { Args, Json } from "@toolgate/core"
import { type FileReading, reportWrongType, type Shape, type YamlNode } from "@toolgate/yaml-reading"
import { fillText } from "./formatArgument.ts"
import { type Placeholder, parseTextTemplate, selectPlaceholders, type TemplatePart } from "./parseTextTemplate.ts"

/** The JSON body of a request: the remaining arguments, nothing, or a value with placeholders. */
export type BodyTemplate = "arguments" | "none" | BodyPart

/** A value in a body. An argument that is the whole text keeps its type. */
export type BodyPart =
  | { readonly kind: "constant"; readonly value: Json }
  | { readonly kind: "argument"; readonly argument: Placeholder }
  | { readonly kind: "text"; readonly parts: ReadonlyArray<TemplatePart> }
  | { readonly kind: "list"; readonly items: ReadonlyArray<BodyPart> }
  | { readonly kind: "map"; readonly entries: ReadonlyArray<readonly [string, BodyPart]> }

const type = '"arguments", "none", a placeholder such as "{note}", or a map'

/** The shape of a body. */
export const body: Shape<BodyTemplate> = {
  type,
  schema: { type: ["string", "object"] },
  beneath: [],
  read: (entry, reading) => {
    const { node } = entry
    if (node.kind === "scalar" && typeof node.value === "string") {
      if (node.value === "arguments" || node.value === "none") return node.value
      const part = textPart(node.value, node.at, reading)
      return part === undefined || part.kind === "argument" ? part : reportWrongType(type, entry, reading)
    }
    return node.kind === "map" ? partOf(node, reading) : reportWrongType(type, entry, reading)
  }
}

const partOf = (node: YamlNode, reading: FileReading): BodyPart | undefined => {
  switch (node.kind) {
    case "refused":
      return undefined
    case "list": {
      const items = node.items.map((item) => partOf(item, reading))
      return items.includes(undefined) ? undefined : { kind: "list", items: items.filter(isRead) }
    }
    case "map": {
      const parts = node.entries.map(({ value }) => partOf(value, reading))
      if (parts.includes(undefined)) return undefined
      return { kind: "map", entries: parts.filter(isRead).map((part, at) => [node.entries[at]?.key ?? "", part]) }
    }
    case "scalar": {
      const { value, plain, at } = node
      if (typeof value === "string") return textPart(value, at, reading)
      if (value === null && plain !== "null")
        return reading.fault(at, () => 'a value is empty; write "null" if you mean null')
      return typeof value === "number" && !Number.isFinite(value)
        ? reading.fault(at, () => `${plain} is not a number that JSON can represent`)
        : { kind: "constant", value }
    }
  }
}

const isRead = (part: BodyPart | undefined): part is BodyPart => part !== undefined

const textPart = (text: string, at: number, reading: FileReading): BodyPart | undefined => {
  if (text.includes("${"))
    return reading.fault(
      at,
      () => 'a body must not contain secrets, because it also contains arguments; give them under "headers"'
    )
  const parts = parseTextTemplate(text).map((part) => (typeof part === "string" ? part : { ...part, at }))
  const [first] = parts
  if (parts.length === 1 && typeof first === "object") return { kind: "argument", argument: first }
  return selectPlaceholders(parts).length === 0 ? { kind: "constant", value: parts.join("") } : { kind: "text", parts }
}

/** Returns the arguments used in a body. */
export const listBodyPlaceholders = (template: BodyTemplate): ReadonlyArray<Placeholder> => {
  if (typeof template === "string") return []
  switch (template.kind) {
    case "constant":
      return []
    case "argument":
      return [template.argument]
    case "text":
      return selectPlaceholders(template.parts)
    case "list":
      return template.items.flatMap(listBodyPlaceholders)
    case "map":
      return template.entries.flatMap(([, part]) => listBodyPlaceholders(part))
  }
}

/**
 * Returns the JSON body of a request, if any. Members with absent arguments are omitted. `used` names the arguments that are elsewhere in
 * the request.
 */
export const formatBody = (template: BodyTemplate, args: Args, used: ReadonlySet<string>): string | undefined => {
  if (template === "none") return undefined
  if (template === "arguments")
    return JSON.stringify(Object.fromEntries(Object.entries(args).filter(([name]) => !used.has(name))))
  const value = filled(template, args)
  return value === undefined ? undefined : JSON.stringify(value)
}

const filled = (part: BodyPart, args: Args): Json | undefined => {
  switch (part.kind) {
    case "constant":
      return part.value
    case "argument":
      // Null is a valid JSON value.
      return Object.hasOwn(args, part.argument.name) ? args[part.argument.name] : undefined
    case "text":
      return fillText(part.parts, args, "a part of a text", (text) => text)
    case "list":
      return part.items.map((item) => filled(item, args)).filter((item) => item !== undefined)
    case "map":
      return Object.fromEntries(
        part.entries.flatMap(([name, value]) => {
          const found = filled(value, args)
          return found === undefined ? [] : [[name, found]]
        })
      )
  }
}
