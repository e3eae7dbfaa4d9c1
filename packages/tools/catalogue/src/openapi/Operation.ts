import type { YamlEntry, YamlNode } from "@toolgate/yaml-reading"
import { FreeNames } from "./FreeNames.ts"
import { entriesOf, memberOf, textIn } from "./nodes.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"

/** An operation of a document, under the name that its tool gets. */
export interface Operation {
  readonly name: string
  /** The name that the tool would have if no operation before it had the same. */
  readonly wanted: string
  readonly id: string | undefined
  readonly method: string
  readonly path: string
  readonly at: number
  readonly node: YamlNode
  /** The description of the path, which holds for all of its operations. */
  readonly shared: YamlNode
}

const methods = ["get", "head", "post", "put", "patch", "delete"]

/** Returns the operations of a document, in its order, each under a name of its own. */
export const operationsOf = (document: OpenApiDocument): ReadonlyArray<Operation> => {
  const names = new FreeNames()
  return entriesOf(memberOf(document.root, "paths")).flatMap(({ key: path, value }) => {
    const shared = document.follow(value)?.node
    if (shared === undefined) return []
    return entriesOf(shared).flatMap((entry): ReadonlyArray<Operation> => {
      if (!methods.includes(entry.key)) return []
      return [operationOf(entry, path, shared, names)]
    })
  })
}

const operationOf = (
  { key: method, at, value: node }: YamlEntry,
  path: string,
  shared: YamlNode,
  names: FreeNames
): Operation => {
  const id = textIn(memberOf(node, "operationId"))
  const wanted = toolName(id ?? `${method} ${path}`)
  const name = names.take([wanted], longestName)
  return { name, wanted, id, method: method.toUpperCase(), path, at, node, shared }
}

/** The most characters of a name that every provider of models takes. */
const longestName = 64

const toolName = (id: string): string =>
  id
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replaceAll(/^_+|(?<!_)_+$/g, "")
    .slice(0, longestName) || "operation"
