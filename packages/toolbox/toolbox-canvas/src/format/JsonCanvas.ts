import { type Static, Type } from "typebox"

// The format is defined at jsoncanvas.org. Programs add their own members, which are allowed.
const color = Type.Optional(Type.String({ pattern: "^(?:[1-6]|#[0-9A-Fa-f]{6})$" }))
const place = {
  id: Type.String(),
  x: Type.Integer(),
  y: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  color
}
const side = Type.Optional(Type.String({ enum: ["top", "right", "bottom", "left"] }))
const end = Type.Optional(Type.String({ enum: ["none", "arrow"] }))
const text = Type.String()

/** The schemas of nodes, by type. */
export const nodeSchemas = {
  text: Type.Object({ ...place, type: Type.Literal("text"), text }),
  file: Type.Object({ ...place, type: Type.Literal("file"), file: text, subpath: Type.Optional(text) }),
  link: Type.Object({ ...place, type: Type.Literal("link"), url: text }),
  group: Type.Object({
    ...place,
    type: Type.Literal("group"),
    label: Type.Optional(text),
    background: Type.Optional(text),
    backgroundStyle: Type.Optional(Type.String({ enum: ["cover", "ratio", "repeat"] }))
  })
}

export const edgeSchema = Type.Object({
  id: Type.String(),
  fromNode: Type.String(),
  fromSide: side,
  fromEnd: end,
  toNode: Type.String(),
  toSide: side,
  toEnd: end,
  color,
  label: Type.Optional(text)
})

/** The schema of JSON Canvas 1.0. */
export const canvasSchema = Type.Object({
  nodes: Type.Optional(Type.Array(Type.Union(Object.values(nodeSchemas)))),
  edges: Type.Optional(Type.Array(edgeSchema))
})

export type CanvasNode = Static<(typeof nodeSchemas)[keyof typeof nodeSchemas]>
export type CanvasEdge = Static<typeof edgeSchema>

/** A parsed canvas. */
export interface JsonCanvas {
  readonly nodes: ReadonlyArray<CanvasNode>
  readonly edges: ReadonlyArray<CanvasEdge>
}
