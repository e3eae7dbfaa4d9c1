import type { CanvasEdge, CanvasNode, JsonCanvas } from "../format/JsonCanvas.ts"
import { compare } from "../import-canvas-edits/compare.ts"
import { removeKindHeading } from "./kindHeading.ts"

/** Returns a person's edit that a new canvas would undo, as the end of a sentence. Layout and colors do not count. */
export const findLostEdit = (exported: JsonCanvas, edited: JsonCanvas, canvas: JsonCanvas): string | undefined => {
  const { added, removed, changed } = compare(meant(exported), meant(edited))
  const left = compare(meant(edited), meant(canvas))
  const [missing, back, undone] = [named(left.removed), named(left.added), named(left.changed)]
  const first = (list: ReadonlyArray<string>, what: string) =>
    list[0] === undefined ? undefined : `${what} ${list[0]}`
  return (
    first(
      named(added).filter((one) => missing.includes(one) || undone.includes(one)),
      "the person added"
    ) ??
    first(
      named(removed).filter((one) => back.includes(one)),
      "the person removed"
    ) ??
    first(
      named(changed).filter((one) => undone.includes(one)),
      "the person changed"
    )
  )
}

const named = (list: ReadonlyArray<{ readonly element: string; readonly id: string }>): ReadonlyArray<string> =>
  list.map(
    ({ element, id }) => `${element === "node" ? "the node" : "an edge:"} ${element === "node" ? `"${id}"` : id}`
  )

/**
 * Reduces a canvas to its content: without colors and headings, and with edges identified by their ends, because
 * programs change the ids.
 */
const meant = ({ nodes, edges }: JsonCanvas): JsonCanvas => ({
  nodes: nodes.map(
    ({ color, ...node }): CanvasNode => (node.type === "text" ? { ...node, text: removeKindHeading(node.text) } : node)
  ),
  edges: edges.map(({ fromNode, toNode, label }): CanvasEdge => {
    const id = `${JSON.stringify(fromNode)} → ${JSON.stringify(toNode)}${label === undefined ? "" : `, ${JSON.stringify(label)}`}`
    return { id, fromNode, toNode }
  })
})
