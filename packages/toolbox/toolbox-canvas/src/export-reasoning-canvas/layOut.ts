import dagre from "@dagrejs/dagre"
import type { CanvasNode } from "../format/JsonCanvas.ts"
import type { ReasoningGraph } from "./ReasoningGraph.ts"

export type NodeBox = Pick<CanvasNode, "x" | "y" | "width" | "height">

/** Computes each node's position, in layers along the edges. Deterministic. */
export const layOut = ({ type, nodes, edges }: ReasoningGraph): ReadonlyArray<NodeBox> => {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: type === "failure" ? "LR" : "TB", nodesep: 60, ranksep: 100 })
  graph.setDefaultEdgeLabel(() => ({}))
  // The library stores names in plain objects, in which ids such as "constructor" would exist.
  const keys = new Map(nodes.map(({ id }, i) => [id, `n${i}`]))
  for (const [i, node] of nodes.entries()) graph.setNode(`n${i}`, sizeOf(node))
  for (const { from, to } of edges) if (from !== to) graph.setEdge(keys.get(from) ?? "", keys.get(to) ?? "")
  dagre.layout(graph)
  return nodes.map((_, i) => {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(`n${i}`)
    return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height }
  })
}

/** Returns a size that shows most of the text. */
const sizeOf = ({ text, kind }: ReasoningGraph["nodes"][number]): Pick<NodeBox, "width" | "height"> => {
  const width = text.length > 400 ? 480 : text.length > 120 ? 360 : 260
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 8) / (width - 32))), 0)
  return { width, height: Math.min(640, 40 + 24 * (lines + (kind === undefined ? 0 : 1))) }
}
