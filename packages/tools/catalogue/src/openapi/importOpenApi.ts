import {
  describeUnknownName,
  escapeHidden,
  escapeUnprintable,
  type Json,
  type JsonObject,
  quoted
} from "@toolgate/core"
import { FileReading } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { stringify } from "yaml"
import { CatalogueInvalid } from "../catalogue/CatalogueInvalid.ts"
import { listUrlPlaceholders, readUrlTemplate } from "../http/UrlTemplate.ts"
import { type ApiOperation, listOperations } from "./ApiOperation.ts"
import { convertOperation } from "./convertOperation.ts"
import { type ImportNote, ImportNotes } from "./ImportNotes.ts"
import { memberOf, textIn } from "./nodes.ts"
import { OpenApiDocument } from "./OpenApiDocument.ts"
import { readDocument } from "./readDocument.ts"
import { type LocatedTool, layout, selectFittingTools } from "./selectFittingTools.ts"

/** The options of importing an OpenAPI document. */
export interface ImportOptions {
  /** Operations to import, by `operationId` or tool name. Default: all. */
  readonly only?: ReadonlyArray<string> | undefined
  /** The URL that paths are appended to, instead of the document's servers. */
  readonly server?: string | undefined
}

/** A catalogue with a tool per operation, and remarks about what is missing. */
export interface ImportedOpenApi {
  readonly yaml: string
  /** Names of the tools, in document order. */
  readonly tools: ReadonlyArray<string>
  readonly notes: ReadonlyArray<ImportNote>
}

/**
 * Converts an OpenAPI document (2.0, 3.0 or 3.1; JSON or YAML) to a catalogue, or fails with every problem. `name` is the file's name in
 * messages. Nothing is fetched: references to other documents are problems.
 *
 * ```ts
 * import { importOpenApi } from "@toolgate/catalogue"
 * import * as Effect from "effect/Effect"
 *
 * const text = `openapi: 3.1.0
 * info: { title: Notes, version: "1" }
 * servers: [{ url: https://notes.example }]
 * paths:
 *   /notes/{id}:
 *     get: { operationId: getNote, parameters: [{ name: id, in: path, required: true, schema: { type: string } }] }
 * `
 * const { yaml } = await Effect.runPromise(importOpenApi(text, "notes.yaml", {}))
 * console.log(yaml)
 * ```
 */
export const importOpenApi = (
  text: string,
  name: string,
  { only, server }: ImportOptions
): Effect.Effect<ImportedOpenApi, CatalogueInvalid> =>
  Effect.suspend(() => {
    const reading = new FileReading({
      name: escapeUnprintable(name),
      what: "OpenAPI document",
      least: "openapi: 3.1.0"
    })
    const serverFault = server === undefined ? undefined : faultOfServer(server)
    if (serverFault !== undefined)
      return Effect.fail(
        CatalogueInvalid.of({ problems: [{ source: escapeUnprintable(name), message: serverFault }], more: 0 })
      )
    const notes = new ImportNotes(reading)
    const tools = toolsIn(text, reading, notes, { only, server })
    if (reading.faults !== undefined) return Effect.fail(CatalogueInvalid.of(reading.faults))
    const fitting = selectFittingTools(tools, notes)
    return Effect.succeed({
      yaml: stringify({ tools: fitting }, layout),
      tools: fitting.map((tool) => String(tool.name)),
      notes: notes.all
    })
  })

const faultOfServer = (server: string): string | undefined => {
  const template = readUrlTemplate(server)
  if ("fault" in template) return `the server ${quoted(server, 120)} cannot be used: ${template.fault}`
  return server.includes("?") || listUrlPlaceholders(template).length > 0
    ? `the server ${quoted(server, 120)} cannot be used: a path is appended to it, so it has no query and no placeholder`
    : undefined
}

const toolsIn = (
  text: string,
  reading: FileReading,
  notes: ImportNotes,
  { only, server }: ImportOptions
): ReadonlyArray<LocatedTool> => {
  const root = readDocument(text, reading)
  if (root === undefined) return []
  const version = textIn(memberOf(root, "openapi")) ?? textIn(memberOf(root, "swagger"))
  if (version === undefined || !/^(?:2\.0|3\.[01]\.\d+)$/.test(version)) {
    const says = version === undefined ? "it has none" : `it has ${quoted(version)}`
    reading.fault(
      root.at,
      () => `this is not an OpenAPI document of version 2.0, 3.0 or 3.1: ${says} under "openapi" or "swagger"`
    )
    return []
  }
  const document = new OpenApiDocument(root)
  const operations = listOperations(document)
  const faults = [...document.takeFaults()]
  for (const { at, message } of faults) notes.add(at, `${message}; it is left out`)
  if (operations.length === 0 && faults.length === 0) reading.fault(root.at, () => "the document has no operations")
  const chosen = only === undefined ? operations : chosenOf(operations, only, root.at, reading)
  const tools = chosen.flatMap((operation) => {
    const entry = convertOperation(operation, { document, server, notes })
    const own = document.takeFaults()
    for (const { at, message } of own) notes.add(at, `${message}; there is no tool ${quoted(operation.name)}`)
    faults.push(...own)
    return entry === undefined || own.length > 0 ? [] : [{ tool: visible(entry) as JsonObject, at: operation.at }]
  })
  // A broken reference that several tools use is one problem.
  if (tools.length === 0)
    for (const { at, message } of new Map(faults.map((one) => [`${one.at} ${one.message}`, one])).values())
      reading.fault(at, () => message)
  return tools
}

const chosenOf = (
  operations: ReadonlyArray<ApiOperation>,
  only: ReadonlyArray<string>,
  at: number,
  reading: FileReading
): ReadonlyArray<ApiOperation> => {
  const names = operations.flatMap(({ name, id }) => (id === undefined || id === name ? [name] : [id, name]))
  const known = new Set(names)
  for (const wanted of only)
    if (!known.has(wanted)) reading.fault(at, () => describeUnknownName("operation", wanted, names))
  const wanted = new Set(only)
  return operations.filter(({ name, id }) => wanted.has(name) || (id !== undefined && wanted.has(id)))
}

/** Removes invisible characters, which a catalogue may not contain. */
const visible = (value: Json): Json => {
  if (typeof value === "string")
    return escapeHidden(
      value
        .toWellFormed()
        .replaceAll("\r\n", "\n")
        .replaceAll(/[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff\ufffe\uffff]--[\t\n]]/gv, "")
    )
  if (Array.isArray(value)) return value.map(visible)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [String(visible(key)), visible(member)]))
    : value
}
