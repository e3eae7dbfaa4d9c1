import { type JsonObject, quoted } from "@toolgate/core"
import type { YamlNode } from "@toolgate/yaml-reading"
import { explainRefusedHeader } from "../http-requests.ts"
import type { ApiOperation } from "./ApiOperation.ts"
import { FreeNames } from "./FreeNames.ts"
import type { ImportNotes } from "./ImportNotes.ts"
import type { ToolSchemas } from "./jsonSchema.ts"
import { isTrue, itemsOf, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"

/** A parameter of an operation, with its position in the request. */
export interface OperationParameter {
  /** The name of the argument. */
  readonly argument: string
  /** The name of the parameter in the document. */
  readonly name: string
  readonly in: "path" | "query" | "header" | "body"
  readonly isRequired: boolean
  readonly schema: JsonObject
}

/** Returns the parameters of an operation. Notes a required one that cannot be sent and returns `undefined`. */
export const readOperationParameters = (
  document: OpenApiDocument,
  { node, shared, name: tool }: ApiOperation,
  schemas: ToolSchemas,
  notes: ImportNotes
): ReadonlyArray<OperationParameter> | undefined => {
  // Operation parameters override path parameters.
  const given = new Map<string, YamlNode>()
  for (const item of [...itemsOf(memberOf(shared, "parameters")), ...itemsOf(memberOf(node, "parameters"))]) {
    const parameter = document.follow(item)?.node
    if (parameter !== undefined)
      given.set(`${textIn(memberOf(parameter, "in"))} ${textIn(memberOf(parameter, "name"))}`, parameter)
  }
  const parameters: Array<OperationParameter> = []
  const names = new FreeNames()
  const hasBody = [...given.values()].some((parameter) => textIn(memberOf(parameter, "in")) === "body")
  for (const parameter of given.values()) {
    const name = textIn(memberOf(parameter, "name")) ?? ""
    const place = textIn(memberOf(parameter, "in"))
    if (place === "header" && described.has(name.toLowerCase())) continue
    const isRequired = place === "path" || isTrue(memberOf(parameter, "required"))
    const isNeeded = isRequired || (place === "formData" && !hasBody)
    const why = unsendable(parameter, name, place, document)
    if (why !== undefined) {
      notes.add(
        parameter.at,
        `the parameter ${quoted(name)} ${why}${isNeeded ? `, so there is no tool ${quoted(tool)}` : " and is left out"}`
      )
      if (isNeeded) return undefined
      continue
    }
    const isInBody = place === "body"
    const argument = argumentName(isInBody ? "body" : name, place ?? "", names)
    const schema = isInBody || !document.isSwagger ? memberOf(parameter, "schema") : parameter
    parameters.push({
      argument,
      name,
      in: place as OperationParameter["in"],
      isRequired,
      schema: withDescription(
        joined(schemas.read(schema), textIn(memberOf(document.follow(schema)?.node, "type")), parameter, document),
        textIn(memberOf(parameter, "description"))
      )
    })
  }
  return parameters
}

/** Headers that OpenAPI defines elsewhere. */
const described: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"])

/** Returns why a parameter cannot be sent, or `undefined`. */
const unsendable = (
  parameter: YamlNode,
  name: string,
  place: string | undefined,
  document: OpenApiDocument
): string | undefined => {
  if (place === "body") return undefined
  if (place === "formData") return "would be in a form, which is not supported"
  if (place !== "path" && place !== "query" && place !== "header")
    return `would be in a ${place === undefined ? "place without a name" : place === "cookie" ? place : quoted(place, 64)}`
  if (memberOf(parameter, "content") !== undefined) return "uses a custom format"
  const refused = place === "header" ? explainRefusedHeader(name) : undefined
  if (refused !== undefined) return `is a header that ${refused}`
  const style = textIn(memberOf(parameter, "style")) ?? (place === "query" ? "form" : "simple")
  const schema = document.follow(document.isSwagger ? parameter : memberOf(parameter, "schema"))?.node
  const type = textIn(memberOf(schema, "type"))
  if (type === "object" || style === "deepObject") return "is an object, which has no one way to be written there"
  if (style !== (place === "query" ? "form" : "simple") && !(place === "query" && type === "array"))
    return `is written in the style ${quoted(style)}`
  return undefined
}

/** Converts the schema of a delimited list to one of its text. Other schemas are returned unchanged. */
const joined = (
  schema: JsonObject,
  type: string | undefined,
  parameter: YamlNode,
  document: OpenApiDocument
): JsonObject => {
  if (type !== "array" && schema.type !== "array") return schema
  const place = textIn(memberOf(parameter, "in"))
  const explode = memberOf(parameter, "explode")
  const repeats = document.isSwagger
    ? textIn(memberOf(parameter, "collectionFormat")) === "multi"
    : explode === undefined || isTrue(explode)
  if (place === "query" && repeats) return schema
  const style = textIn(memberOf(parameter, document.isSwagger ? "collectionFormat" : "style")) ?? ""
  const between = /pipe/.test(style)
    ? '"|"'
    : /space|ssv/.test(style)
      ? "blanks"
      : /tsv/.test(style)
        ? "tabs"
        : "commas"
  return { type: "string", description: `Several values, separated by ${between}.` }
}

const withDescription = (schema: JsonObject, text: string | undefined): JsonObject => {
  if (text === undefined || text.trim() === "") return schema
  const own = typeof schema.description === "string" && schema.type === "string" ? ` ${schema.description}` : ""
  return { ...schema, description: `${text.trim().slice(0, 400)}${own.startsWith(" Several") ? own : ""}` }
}

/** Returns a unique argument name. */
const argumentName = (name: string, place: string, names: FreeNames): string => {
  const plain = name
    .slice(0, 1024)
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^[_-]*(?=[A-Za-z])/, "")
    .replace(/(?<!_)_+$/, "")
  const first = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  return names.take([first.slice(0, 64), `${first.slice(0, 56)}_${place}`], 64)
}
