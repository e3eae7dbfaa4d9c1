import {
  escapeUnprintable,
  type FormField,
  findFieldFault,
  type JsonObject,
  listChoices,
  type ToolForm
} from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import * as Predicate from "effect/Predicate"
import { findPromptFault, promptBounds } from "./readPrompt.ts"

/** The limits on a form. A larger form is more than a person reads. */
const bounds = { depth: 8, nodes: 2_000, characters: 32 * 1024 }

/**
 * Reads a tool's form once. Returns a frozen copy. Its texts hide nothing and cannot start a line, and its message names the tool, so that
 * a tool cannot speak for the gate. Returns a text with the reason if the form is invalid.
 */
export const readForm = (given: unknown, toolName: string): ToolForm | string => {
  const form = copyJson(given, { ...(Predicate.hasProperty(given, "prompt") ? promptBounds : bounds) })
  if (form instanceof NotJson) return `the form ${form.reason}.`
  if (!isObject(form)) return "a form must be an object."
  const { message, name, schema, url, prompt, ...others } = form
  const [other] = Object.keys(others)
  if (other !== undefined) return `a form has no member "${escapeUnprintable(other)}".`
  if (typeof message !== "string") return 'a form needs a "message", which is a string.'
  if ([schema, url, prompt].filter((kind) => kind !== undefined).length !== 1)
    return 'a form needs either a "schema", a "url" or a "prompt".'
  if (!(name === undefined || (typeof name === "string" && /^[\w.-]{1,64}$/.test(name))))
    return '"name" must be a word of at most 64 characters.'
  const said = { message: `Tool "${toolName}" asks: ${shown(message)}`, ...(name === undefined ? {} : { name }) }
  if (prompt !== undefined) {
    const fault = findPromptFault(prompt)
    return fault === undefined ? { ...said, prompt: prompt as never } : fault
  }
  if (url !== undefined) {
    const page = pageOf(url)
    return page === undefined
      ? '"url" must be an http or https URL without a user name or password.'
      : { ...said, url: page }
  }
  const fault = schemaFault(schema)
  return fault === undefined ? { ...said, schema: shownSchema(schema as never) } : fault
}

/** Normalizes an address as a browser does, in unambiguous characters. */
const pageOf = (url: unknown): string | undefined => {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined
  const { protocol, username, password, href } = new URL(url)
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "" ? href : undefined
}

// Many clients add these. The gate checks the fields in any case.
const aboutSchema = ["$schema", "title", "description", "additionalProperties"]

const schemaFault = (schema: unknown): string | undefined => {
  if (!isObject(schema) || schema.type !== "object" || !isObject(schema.properties))
    return '"schema" must be an object with the "type" "object" and with "properties".'
  const { type: _, properties, required = [], ...others } = schema
  const other = Object.keys(others).find((name) => !aboutSchema.includes(name))
  if (other !== undefined) return `"schema" may not have "${escapeUnprintable(other)}".`
  if (!isListOf(required, "string") || !required.every((name) => Object.hasOwn(properties, String(name))))
    return '"required" must be a list of fields.'
  for (const [name, field] of Object.entries(properties)) {
    const fault = isPlain(name) ? definitionFault(field) : "has a name with characters that cannot be shown"
    if (fault !== undefined) return `the field "${escapeUnprintable(name)}" ${fault}.`
  }
  return undefined
}

const texts = ["type", "title", "description", "default"]
const keywords: Readonly<Record<string, ReadonlyArray<string>>> = {
  string: [...texts, "minLength", "maxLength", "format", "enum", "enumNames", "oneOf"],
  number: [...texts, "minimum", "maximum"],
  integer: [...texts, "minimum", "maximum"],
  boolean: texts,
  array: [...texts, "items", "minItems", "maxItems"]
}
const formats: ReadonlyArray<unknown> = ["email", "uri", "date", "date-time"]

/** Returns the problem of a field as a predicate. Keywords that the gate cannot check are problems. */
const definitionFault = (field: unknown): string | undefined => {
  const known =
    isObject(field) && Object.hasOwn(keywords, String(field.type)) ? keywords[String(field.type)] : undefined
  if (!isObject(field) || known === undefined) return "is not a string, number, boolean or list of choices"
  const other = Object.keys(field).find((name) => !known.includes(name))
  if (other !== undefined) return `has the keyword "${escapeUnprintable(other)}", which forms do not support`
  for (const name of ["title", "description"])
    if (!isOptional(field[name], "string")) return `has a "${name}" that is not a string`
  for (const name of ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"])
    if (!isOptional(field[name], "number")) return `has a "${name}" that is not a number`
  if (field.format !== undefined && !formats.includes(field.format)) return 'has an unknown "format"'
  const choices = choicesFault(field)
  if (choices !== undefined) return choices
  if (field.default === undefined) return undefined
  if (typeof field.default === "string" && !isPlain(field.default))
    return "has a default with characters that cannot be shown"
  const fault = findFieldFault(field as unknown as FormField, field.default)
  return fault === undefined ? undefined : `has a default that ${fault}`
}

const choicesFault = (field: JsonObject): string | undefined => {
  const { items } = field
  if (field.type === "array" && !(isObject(items) && (items.enum !== undefined || items.anyOf !== undefined)))
    return 'needs "items" with an "enum" or an "anyOf"'
  const [named, titled] = isObject(items) ? [items.enum, items.anyOf] : [field.enum, field.oneOf]
  if (named !== undefined && !isListOf(named, "string")) return 'has an "enum" that is not a list of strings'
  for (const list of [named, titled]) {
    const choices = listChoices(list)
    if (list !== undefined && (choices === undefined || choices.length === 0)) return "has no choices"
    if (choices?.some((choice) => !isPlain(choice)) === true) return "has a choice with characters that cannot be shown"
  }
  const { enumNames } = field
  if (
    enumNames !== undefined &&
    !(isListOf(enumNames, "string") && enumNames.length === listChoices(field.enum)?.length)
  )
    return 'has "enumNames" that do not match its choices'
  return undefined
}

/** Returns a schema with its texts made safe to show. */
const shownSchema = ({ properties, required }: JsonObject & { readonly properties: JsonObject }) =>
  ({
    type: "object",
    properties: shownTexts(properties),
    ...(required === undefined ? {} : { required })
  }) as never

const shownTexts = (given: unknown, name?: string): unknown => {
  if (typeof given === "string")
    return name === "title" || name === "description" || name === "enumNames" ? shown(given) : given
  if (Array.isArray(given)) return given.map((one) => shownTexts(one, name))
  if (!isObject(given)) return given
  return Object.fromEntries(Object.entries(given).map(([name, member]) => [name, shownTexts(member, name)]))
}

/** Escapes a text and indents all lines except the first. */
const shown = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/u)
    .map(escapeUnprintable)
    .join("\n  ")

const isPlain = (text: string): boolean => escapeUnprintable(text) === text

const isOptional = (given: unknown, type: "string" | "number"): boolean => given === undefined || typeof given === type

const isListOf = (given: unknown, type: "string"): given is ReadonlyArray<string> =>
  Array.isArray(given) && given.every((one) => typeof one === type)

const isObject = (given: unknown): given is JsonObject => Predicate.isObject(given) && !Array.isArray(given)
