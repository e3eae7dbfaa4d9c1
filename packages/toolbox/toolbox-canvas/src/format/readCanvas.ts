import { invalid } from "@toolgate/toolbox-base/jobs"
import { describePosition, readJson } from "@toolgate/toolbox-base/json"
import { findNodeAtLocation, parseTree } from "jsonc-parser"
import { Errors } from "typebox/value"
import { type CanvasEdge, type CanvasNode, edgeSchema, type JsonCanvas, nodeSchemas } from "./JsonCanvas.ts"

/** The limit for the nodes, and for the edges, of a canvas. */
export const mostRead = 10_000

/** Parses a canvas. Fails with the position of the first error. */
export const readCanvas = (text: string, place: string): JsonCanvas => {
  const fault = (path: ReadonlyArray<string | number>, what: string) => {
    const root = parseTree(text)
    const at = root && findNodeAtLocation(root, [...path])
    return invalid(`${place} is not a JSON Canvas: at ${describePosition(text, (at ?? root)?.offset ?? 0)}, ${what}.`)
  }
  const value = text.trim() === "" ? {} : readJson(text.replace(/^\ufeff/, ""), place)
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw fault([], "there is no object")
  const { nodes = [], edges = [] } = value as Readonly<Record<string, unknown>>
  for (const [name, list] of Object.entries({ nodes, edges })) {
    if (!Array.isArray(list)) throw fault([name], `"${name}" is not a list`)
    if (list.length > mostRead) throw invalid(`${place} has ${list.length} ${name}; the limit is ${mostRead}.`)
  }
  const known = new Set<string>()
  for (const [i, node] of (nodes as ReadonlyArray<unknown>).entries()) {
    const type = typeof node === "object" && node !== null && "type" in node ? node.type : undefined
    const schema = Object.entries(nodeSchemas).find(([name]) => name === type)?.[1]
    if (schema === undefined) throw fault(["nodes", i], 'the type of a node must be "text", "file", "link" or "group"')
    checkElement(schema, node, ["nodes", i], fault)
    addId((node as CanvasNode).id, known, ["nodes", i, "id"], fault)
  }
  const edgeIds = new Set<string>()
  for (const [i, edge] of (edges as ReadonlyArray<unknown>).entries()) {
    checkElement(edgeSchema, edge, ["edges", i], fault)
    const { id, ...ends } = edge as CanvasEdge
    addId(id, edgeIds, ["edges", i, "id"], fault)
    for (const end of ["fromNode", "toNode"] as const)
      if (!known.has(ends[end])) throw fault(["edges", i, end], "an edge leads to a missing node")
  }
  return { nodes: nodes as ReadonlyArray<CanvasNode>, edges: edges as ReadonlyArray<CanvasEdge> }
}

type Fault = (path: ReadonlyArray<string | number>, what: string) => Error
type Schema = (typeof nodeSchemas)[keyof typeof nodeSchemas] | typeof edgeSchema

const checkElement = (schema: Schema, value: unknown, at: ReadonlyArray<string | number>, fault: Fault): void => {
  const [error] = Errors(schema, value)
  if (error === undefined) return
  const [, member] = /^\/([^/]+)/.exec(error.instancePath) ?? []
  throw fault(
    member === undefined ? at : [...at, member],
    `${member === undefined ? "it" : `"${member}"`} ${error.message}`
  )
}

const addId = (id: string, known: Set<string>, at: ReadonlyArray<string | number>, fault: Fault): void => {
  if (known.has(id)) throw fault(at, "an id is also that of another element")
  known.add(id)
}
