import type { CanvasEdge, CanvasNode, JsonCanvas } from "../format/JsonCanvas.ts"

type Element = CanvasNode | CanvasEdge
type Members = Readonly<Record<string, unknown>>

/** A node or edge that only one of the canvases has, with its content. */
export interface ElementContent {
  readonly element: "node" | "edge"
  readonly id: string
  readonly [member: string]: string
}

/** A node or edge in both canvases, with the changed members. */
export interface ChangedElement {
  readonly element: "node" | "edge"
  readonly id: string
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
}

/** A node with a new position or size. */
export interface Moved {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The edits between two canvases. */
export interface Edits {
  readonly added: ReadonlyArray<ElementContent>
  readonly removed: ReadonlyArray<ElementContent>
  readonly changed: ReadonlyArray<ChangedElement>
  readonly moved: ReadonlyArray<Moved>
}

/** Returns the edits to a canvas. Members outside the format do not count. */
export const compare = (before: JsonCanvas, after: JsonCanvas): Edits => {
  const nodes = pairs(before.nodes, after.nodes)
  const edges = pairs(before.edges, after.edges)
  return {
    added: [...nodes.added.map(told("node")), ...edges.added.map(told("edge"))],
    removed: [...nodes.removed.map(told("node")), ...edges.removed.map(told("edge"))],
    changed: [...nodes.kept.flatMap(changed("node")), ...edges.kept.flatMap(changed("edge"))],
    moved: nodes.kept.flatMap(([one, other]) =>
      placeNames.some((name) => one[name] !== other[name])
        ? [{ id: other.id, x: other.x, y: other.y, width: other.width, height: other.height }]
        : []
    )
  }
}

const placeNames = ["x", "y", "width", "height"] as const

/** The members with an element's content. The sides of an edge follow from its position. */
const said = {
  node: ["type", "text", "file", "subpath", "url", "label", "color"],
  edge: ["fromNode", "toNode", "label", "fromEnd", "toEnd", "color"]
} as const

const pairs = <A extends { readonly id: string }>(before: ReadonlyArray<A>, after: ReadonlyArray<A>) => {
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [one.id, one]))) as [
    Map<string, A>,
    Map<string, A>
  ]
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !now.has(id)),
    kept: after.flatMap((one): ReadonlyArray<readonly [A, A]> => {
      const was = old.get(one.id)
      return was === undefined ? [] : [[was, one]]
    })
  }
}

const told =
  (element: "node" | "edge") =>
  (one: Element): ElementContent => ({ element, id: one.id, ...sayings(element, one) })

const sayings = (element: "node" | "edge", one: Element): Readonly<Record<string, string>> =>
  Object.fromEntries(
    said[element].flatMap((name) => {
      const value = (one as Members)[name]
      return typeof value === "string" ? [[name, cut(value)]] : []
    })
  )

const changed =
  (element: "node" | "edge") =>
  ([was, is]: readonly [Element, Element]): ReadonlyArray<ChangedElement> => {
    const differing = said[element].filter((name) => (was as Members)[name] !== (is as Members)[name])
    if (differing.length === 0) return []
    const picked = (one: Element) =>
      Object.fromEntries(
        Object.entries(sayings(element, one)).filter(([name]) => differing.some((each) => each === name))
      )
    return [{ element, id: is.id, before: picked(was), after: picked(is) }]
  }

const cut = (text: string): string => (text.length > 4000 ? `${text.slice(0, 4000)}…` : text)
