import { invalid } from "@toolgate/toolbox-base/jobs"
import type { JsonCanvas } from "../format/JsonCanvas.ts"
import { readCanvas } from "../format/readCanvas.ts"
import { writeCanvas } from "../format/writeCanvas.ts"
import { draw, type Look } from "./draw.ts"
import { findLostEdit } from "./findLostEdit.ts"
import type { ReasoningGraph } from "./ReasoningGraph.ts"

interface JobArgs {
  readonly graph: ReasoningGraph
  /** The existing canvas, and its last export. */
  readonly existing?: { readonly text: string; readonly exported: string }
}

/**
 * A job that draws a graph. Keeps positions and colors that a person set. Fails if a person changed the content and the
 * graph lacks the change, because the edit would be lost.
 */
export const drawGraph = ({ graph, existing }: JobArgs): string => {
  if (existing === undefined) return writeCanvas(draw(graph, new Map()))
  const exported = readCanvas(existing.exported, "The copy of the last export")
  const edited = readCanvas(existing.text, "The canvas that is there")
  const canvas = withOwn(draw(graph, looksOf(exported, edited)), edited)
  const lost = findLostEdit(exported, edited, canvas)
  if (lost !== undefined)
    throw invalid(
      `A person has edited this canvas since its last export, and the graph would undo it: ${lost}. Read the edits with import_canvas_edits and take them into the graph, or export under another name.`
    )
  return writeCanvas(canvas)
}

/** Adds the files, links and groups that a person put on the canvas, with their edges. A graph cannot express them. */
const withOwn = ({ nodes, edges }: JsonCanvas, edited: JsonCanvas): JsonCanvas => {
  const ids = new Set(nodes.map(({ id }) => id))
  const own = edited.nodes.filter(({ id, type }) => type !== "text" && !ids.has(id))
  const ownIds = new Set(own.map(({ id }) => id))
  const edgeIds = new Set(edges.map(({ id }) => id))
  const known = (id: string) => ids.has(id) || ownIds.has(id)
  const ownEdges = edited.edges.filter(
    ({ id, fromNode, toNode }) =>
      !edgeIds.has(id) && (ownIds.has(fromNode) || ownIds.has(toNode)) && known(fromNode) && known(toNode)
  )
  // Groups come first, because the format draws nodes in order and groups lie behind their nodes.
  const groups = own.filter(({ type }) => type === "group")
  return { nodes: [...groups, ...nodes, ...own.filter(({ type }) => type !== "group")], edges: [...edges, ...ownEdges] }
}

const looksOf = (exported: JsonCanvas, edited: JsonCanvas): ReadonlyMap<string, Look> => {
  const before = new Map(exported.nodes.map((node) => [node.id, node]))
  return new Map(
    edited.nodes.flatMap(({ id, x, y, width, height, color }) => {
      const was = before.get(id)
      const look: Look = { x, y, width, height, ...(color === undefined ? {} : { color }) }
      const differs =
        was !== undefined && (["x", "y", "width", "height", "color"] as const).some((name) => was[name] !== look[name])
      return differs ? [[id, look] as const] : []
    })
  )
}
