import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { Value } from "typebox/value"
import { expect, it } from "vitest"
import { drawGraph } from "../src/export-reasoning-canvas/drawGraph.ts"
import type { ReasoningGraph } from "../src/export-reasoning-canvas/ReasoningGraph.ts"
import { canvasSchema } from "../src/format/JsonCanvas.ts"
import { readCanvas } from "../src/format/readCanvas.ts"

const kinds = ["hypothesis", "evidence", "question", "conclusion", "failure", "cause", "fix", "note"] as const
const ids = fc.oneof(fc.string({ minLength: 1, maxLength: 6 }), fc.constantFrom("__proto__", "constructor", "n0", "a"))
const texts = fc.string({ minLength: 1, maxLength: 300, unit: "binary" })

const graph: fc.Arbitrary<ReasoningGraph> = fc.uniqueArray(ids, { minLength: 1, maxLength: 12 }).chain((names) =>
  fc.record({
    type: fc.constantFrom("hypothesis", "failure", undefined),
    nodes: fc.tuple(
      ...names.map((id) =>
        fc.record(
          { id: fc.constant(id), text: texts, kind: fc.constantFrom(...kinds) },
          { requiredKeys: ["id", "text"] }
        )
      )
    ),
    edges: fc.array(
      fc.record(
        {
          from: fc.constantFrom(...names),
          to: fc.constantFrom(...names),
          label: texts,
          kind: fc.constantFrom("supports", "refutes", "leads_to")
        },
        { requiredKeys: ["from", "to"] }
      ),
      { maxLength: 20 }
    )
  })
)

it("draws every graph as JSON Canvas with all nodes and edges, and without overlaps", () => {
  fc.assert(
    fc.property(graph, (given) => {
      const text = drawGraph({ graph: given })
      expect(Value.Check(canvasSchema, JSON.parse(text))).toBe(true)
      const { nodes, edges } = readCanvas(text, "The canvas")
      expect(nodes.map(({ id }) => id)).toEqual(given.nodes.map(({ id }) => id))
      expect(edges.map(({ fromNode, toNode }) => [fromNode, toNode])).toEqual(
        given.edges.map(({ from, to }) => [from, to])
      )
      const overlapping = nodes.flatMap((one, i) =>
        nodes.slice(i + 1).filter((other) => {
          const apart = (from: "x" | "y", size: "width" | "height") =>
            one[from] + one[size] <= other[from] || other[from] + other[size] <= one[from]
          return !apart("x", "width") && !apart("y", "height")
        })
      )
      expect(overlapping).toEqual([])
    }),
    runs(200)
  )
})

it("draws the same text when a graph is exported again, even over its own canvas", () => {
  fc.assert(
    fc.property(graph, (given) => {
      const text = drawGraph({ graph: given })
      expect(drawGraph({ graph: given })).toBe(text)
      expect(drawGraph({ graph: given, existing: { text, exported: text } })).toBe(text)
    }),
    runs(200)
  )
})
