import type { CanvasEdge, CanvasNode, JsonCanvas } from "../format/JsonCanvas.ts"
import { addKindHeading } from "./kindHeading.ts"
import { layOut, type NodeBox } from "./layOut.ts"
import type { ReasoningGraph } from "./ReasoningGraph.ts"

type Node = ReasoningGraph["nodes"][number]

/** A node's position and color as a person set them. */
export type Look = NodeBox & Pick<CanvasNode, "color">

/** Returns the canvas of a graph. `looks` are what a person set for nodes, by id. */
export const draw = (graph: ReasoningGraph, looks: ReadonlyMap<string, Look>): JsonCanvas => {
  const places = layOut(graph)
  const nodes = graph.nodes.map((node, i): CanvasNode => drawn(node, graph.type, looks.get(node.id), places[i]))
  const placed = new Map(nodes.map((node) => [node.id, node]))
  const counts = new Map<string, number>()
  const edges = graph.edges.map(({ from, to, label, kind }): CanvasEdge => {
    const name = `${from} → ${to}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const color = kind === undefined ? undefined : edgeColors[kind]
    return {
      id: count === 1 ? name : `${name} (${count})`,
      fromNode: from,
      toNode: to,
      ...sidesOf(graph.type, placed.get(from), placed.get(to)),
      ...(color === undefined ? {} : { color }),
      ...(label === undefined ? {} : { label })
    }
  })
  return { nodes, edges }
}

const drawn = (
  { id, text, kind }: Node,
  type: ReasoningGraph["type"],
  look: Look | undefined,
  place: NodeBox = { x: 0, y: 0, width: 0, height: 0 }
): CanvasNode => {
  const { color, ...at } = look ?? { ...place, color: colors[kind ?? type ?? "note"] }
  const said = kind === undefined || kind === "note" ? text : addKindHeading(kind, text)
  return { id, type: "text", text: said, ...at, ...(color === undefined ? {} : { color }) }
}

// The format's numbered colors: red, orange, yellow, green, cyan, purple.
const colors: Readonly<Record<NonNullable<Node["kind"]>, string | undefined>> = {
  failure: "1",
  cause: "2",
  question: "3",
  evidence: "4",
  fix: "4",
  hypothesis: "5",
  conclusion: "6",
  note: undefined
}

const edgeColors = { supports: "4", refutes: "1", leads_to: undefined } as const

/** Returns the sides that face each other, along the layers if the nodes are in different ones. */
const sidesOf = (
  type: ReasoningGraph["type"],
  from: NodeBox | undefined,
  to: NodeBox | undefined
): Pick<CanvasEdge, "fromSide" | "toSide"> => {
  if (from === undefined || to === undefined || from === to) return { fromSide: "right", toSide: "top" }
  const down = [
    { gap: to.y - (from.y + from.height), fromSide: "bottom", toSide: "top" },
    { gap: from.y - (to.y + to.height), fromSide: "top", toSide: "bottom" }
  ]
  const across = [
    { gap: to.x - (from.x + from.width), fromSide: "right", toSide: "left" },
    { gap: from.x - (to.x + to.width), fromSide: "left", toSide: "right" }
  ]
  const sides = type === "failure" ? [...across, ...down] : [...down, ...across]
  const { fromSide, toSide } = sides.find(({ gap }) => gap >= 0) ?? { fromSide: "bottom", toSide: "top" }
  return { fromSide, toSide }
}
