import { type Json, type JsonObject, quoted } from "@toolgate/core"
import { type ReferenceText, trustReferences } from "@toolgate/local-secrets/references"
import type { YamlNode } from "@toolgate/yaml-reading"
import { writeHeader } from "../http/headerTemplates.ts"
import { listUrlPlaceholders, readUrlTemplate } from "../http/UrlTemplate.ts"
import type { ApiOperation } from "./ApiOperation.ts"
import type { ImportNotes } from "./ImportNotes.ts"
import { ToolSchemas } from "./jsonSchema.ts"
import { makeSecurityHeaders } from "./makeSecurityHeaders.ts"
import { entriesOf, isTrue, itemsOf, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import { readOperationBody } from "./readOperationBody.ts"
import { type OperationParameter, readOperationParameters } from "./readOperationParameters.ts"

/** Longest description of a tool, in characters. */
const longestDescription = 1024

/** Longest URL template, in characters. */
const longestUrl = 8192

/** The context for converting an operation. */
export interface Importing {
  readonly document: OpenApiDocument
  readonly server: string | undefined
  readonly notes: ImportNotes
}

/** Converts an operation to a catalogue entry. Notes the reason and returns `undefined` if that is impossible. */
export const convertOperation = (operation: ApiOperation, importing: Importing): JsonObject | undefined => {
  const { document, notes } = importing
  const { name, method, at, node } = operation
  const server = serverOf(document, operation, importing.server)
  const read = ToolSchemas.of(document, (schemas) => ({
    parameters: readOperationParameters(document, operation, schemas, notes),
    body: readOperationBody(document, operation, schemas, notes)
  }))
  if (read === undefined) {
    notes.add(at, `the schemas of the operation are too large, so there is no tool ${quoted(name)}`)
    return undefined
  }
  const { parameters: given, body } = read.made
  if (server === undefined || given === undefined || body === undefined) return undefined
  const credentials = makeSecurityHeaders(document, operation, notes)
  const carried = new Set(Object.keys(credentials).map((header) => header.toLowerCase()))
  const parameters = given.filter((one) => one.in !== "header" || !carried.has(one.name.toLowerCase()))
  const all =
    body === "none"
      ? parameters
      : [...parameters, { argument: freeName(parameters), name: "body", in: "body" as const, ...body }]
  const url = urlOf(server, operation, all)
  if (url.length > longestUrl) {
    notes.add(
      at,
      `its URL would have ${url.length} characters, of at most ${longestUrl}; there is no tool ${quoted(name)}`
    )
    return undefined
  }
  const template = readUrlTemplate(url)
  if ("fault" in template) {
    notes.add(
      at,
      `the URL ${quoted(url, 120)} cannot be used, because ${template.fault}; there is no tool ${quoted(name)}`
    )
    return undefined
  }
  const stray = listUrlPlaceholders(template).find((one) => !all.some(({ argument }) => argument === one.name))
  if (stray !== undefined) {
    notes.add(at, `the path has ${quoted(stray.name)}, which no parameter describes; there is no tool ${quoted(name)}`)
    return undefined
  }
  const type = body === "none" || body.type === undefined ? undefined : writeHeader([body.type])
  const headers: Readonly<Record<string, ReferenceText>> = {
    ...credentials,
    ...(typeof type === "string" ? { "Content-Type": type } : {}),
    // Argument names are generated from letters, digits, "_" and "-".
    ...Object.fromEntries(
      all.filter((one) => one.in === "header").map((one) => [one.name, trustReferences(`{${one.argument}}`)])
    )
  }
  if (name !== operation.wanted)
    notes.add(at, `another operation has the name ${quoted(operation.wanted)}; the tool of this one is ${quoted(name)}`)
  const sent = all.find((one) => one.in === "body")
  if (isTrue(memberOf(node, "deprecated"))) notes.add(at, `the operation of the tool ${quoted(name)} is deprecated`)
  const isSafe = method === "GET" || method === "HEAD"
  return {
    name,
    description: descriptionOf(operation),
    class: isSafe ? "READ" : "NETWORK",
    ...(method === "DELETE" ? { destructive: true } : {}),
    parameters: schemaOf(all, read.definitions),
    implementation: {
      http: {
        method,
        url,
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        ...(sent !== undefined ? { body: `{${sent.argument}}` } : isSafe ? {} : { body: "none" })
      }
    }
  }
}

const freeName = (parameters: ReadonlyArray<OperationParameter>): string => {
  let name = "body"
  while (parameters.some(({ argument }) => argument === name)) name = `request_${name}`
  return name
}

const schemaOf = (parameters: ReadonlyArray<OperationParameter>, definitions: JsonObject | undefined): JsonObject => {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ argument }) => argument)
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ argument, schema }): [string, Json] => [argument, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(definitions === undefined ? {} : { $defs: definitions })
  }
}

/** Returns a URL template. Reserved characters are percent-encoded. */
const urlOf = (server: string, { path }: ApiOperation, parameters: ReadonlyArray<OperationParameter>): string => {
  const inPath = new Map(parameters.filter((one) => one.in === "path").map((one) => [one.name, one.argument]))
  const placed = path
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      const argument = part.startsWith("{") ? inPath.get(part.slice(1, -1)) : undefined
      return argument === undefined
        ? // A "$" before an argument would make it a reference.
          part.replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%{}]/gu, encodeURIComponent).replace(/\$$/, "%24")
        : `{${argument}}`
    })
    .join("")
  const query = parameters
    .filter((one) => one.in === "query")
    .map(({ name, argument }) => `${encodeURIComponent(name)}={${argument}}`)
  return `${server}${placed}${query.length === 0 ? "" : `?${query.join("&")}`}`
}

const descriptionOf = ({ node, method, path }: ApiOperation): string => {
  const texts = [textIn(memberOf(node, "summary")), textIn(memberOf(node, "description"))].flatMap((text) => {
    const trimmed = text?.trim() ?? ""
    return trimmed === "" ? [] : [trimmed]
  })
  const text = [...new Set(texts)].join("\n\n") || `${method} ${path}`
  const whole = isTrue(memberOf(node, "deprecated")) ? `Deprecated. ${text}` : text
  return whole.length <= longestDescription ? whole : `${whole.slice(0, longestDescription - 1).trimEnd()}…`
}

/** Returns the base URL of an operation without a final slash. Reports a document without one and returns `undefined`. */
const serverOf = (
  document: OpenApiDocument,
  { node, shared }: ApiOperation,
  given: string | undefined
): string | undefined => {
  const { root, isSwagger } = document
  if (given !== undefined) return given.replace(/(?<!\/)\/+$/, "")
  const servers = memberOf(node, "servers") ?? memberOf(shared, "servers") ?? memberOf(root, "servers")
  const [server] = itemsOf(servers)
  const url = isSwagger ? swaggerUrl(root) : server === undefined ? undefined : filled(server)
  if (url !== undefined && /^https?:\/\/[^/?#{}]+(?:\/[^?#{}]*)?$/.test(url)) return url.replace(/(?<!\/)\/+$/, "")
  const says = url === undefined ? "the document names no server" : `the server ${quoted(url)} is not a full URL`
  return document.fault(server?.at ?? servers?.at ?? root.at, `${says}; give the URL of one with --server`)
}

/** Returns a server's URL with default variables. */
const filled = (server: YamlNode): string | undefined => {
  const variables = new Map(
    entriesOf(memberOf(server, "variables")).map(({ key, value }) => [key, textIn(memberOf(value, "default"))])
  )
  return textIn(memberOf(server, "url"))?.replaceAll(/\{([^{}]*)\}/g, (whole, name) => variables.get(name) ?? whole)
}

const swaggerUrl = (root: YamlNode): string | undefined => {
  const host = textIn(memberOf(root, "host"))
  if (host === undefined) return undefined
  const schemes = itemsOf(memberOf(root, "schemes")).map(textIn)
  return `${schemes.includes("http") && !schemes.includes("https") ? "http" : "https"}://${host}${textIn(memberOf(root, "basePath")) ?? ""}`
}
