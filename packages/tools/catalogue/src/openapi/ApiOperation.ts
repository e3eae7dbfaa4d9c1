import { quoted } from "@toolgate/core"
import type { YamlEntry, YamlNode } from "@toolgate/yaml-reading"
import { FreeNames } from "./FreeNames.ts"
import { entriesOf, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"

/** An operation of a document, with its tool name. */
export interface ApiOperation {
  readonly name: string
  /** The preferred tool name, before it was made unique. */
  readonly wanted: string
  readonly id: string | undefined
  readonly method: string
  readonly path: string
  readonly at: number
  readonly node: YamlNode
  /** The description of the path, shared by its operations. */
  readonly shared: YamlNode
}

const methods = ["get", "head", "post", "put", "patch", "delete"]

/** Returns the operations in document order, with unique names. */
export const listOperations = (document: OpenApiDocument): ReadonlyArray<ApiOperation> => {
  const names = new FreeNames()
  return entriesOf(memberOf(document.root, "paths")).flatMap(({ key: path, at, value }) => {
    // Otherwise the path could become part of the server's host or port.
    if (!path.startsWith("/")) return document.fault(at, `the path ${quoted(path)} does not begin with "/"`) ?? []
    const shared = document.follow(value)?.node
    if (shared === undefined) return []
    if (shared.kind !== "map") return document.fault(at, `the path ${quoted(path)} is not a map of operations`) ?? []
    return entriesOf(shared).flatMap((entry): ReadonlyArray<ApiOperation> => {
      if (!methods.includes(entry.key)) return []
      const fault = faultOf(entry)
      if (fault !== undefined) return document.fault(entry.at, `${fault} of the path ${quoted(path)}`) ?? []
      return [operationOf(entry, path, shared, names)]
    })
  })
}

/** Returns the problem of a whole operation, as the beginning of a sentence. */
const faultOf = ({ key: method, value }: YamlEntry): string | undefined => {
  if (value.kind !== "map") return `there is no map under ${quoted(method)}`
  const parameters = memberOf(value, "parameters")
  return parameters === undefined || parameters.kind === "list"
    ? undefined
    : `there is no list under "parameters" of ${quoted(method)}`
}

const operationOf = (
  { key: method, at, value: node }: YamlEntry,
  path: string,
  shared: YamlNode,
  names: FreeNames
): ApiOperation => {
  const id = textIn(memberOf(node, "operationId"))
  const wanted = toolName(id ?? `${method} ${path}`)
  const name = names.take([wanted], longestName)
  return { name, wanted, id, method: method.toUpperCase(), path, at, node, shared }
}

/** Longest tool name that every model provider accepts, in characters. */
const longestName = 64

const toolName = (id: string): string =>
  id
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replaceAll(/^_+|(?<!_)_+$/g, "")
    .slice(0, longestName) || "operation"
