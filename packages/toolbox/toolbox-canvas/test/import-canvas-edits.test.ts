import { testTool } from "@toolgate/toolbox-testing"
import { importCanvasEdits } from "../src/index.ts"

const node = (id: string, more: object = {}) => ({
  ...{ id, type: "text", text: id, x: 0, y: 0, width: 9, height: 9 },
  ...more
})
const canvas = (nodes: ReadonlyArray<object>, edges: ReadonlyArray<object> = []) => JSON.stringify({ nodes, edges })
const files = (exported: string, edited: string) => ({
  "canvases/.exports/plan.canvas": exported,
  "canvases/plan.canvas": edited
})
const path = "canvases/plan.canvas"
const many = (most: number) => Array.from({ length: most }, (_, i) => node(`n${i}`))
const unchanged = { added: [], removed: [], changed: [], moved: [], cut: false }

testTool(importCanvasEdits, {
  good: {
    name: "says what was added, removed, changed and moved",
    args: { path },
    files: files(
      canvas([node("a"), node("b"), node("c")], [{ id: "e", fromNode: "a", toNode: "b" }]),
      canvas(
        [node("a", { text: "A", x: 5 }), node("c"), node("d")],
        [{ id: "f", fromNode: "c", toNode: "d", label: "so", toEnd: "none" }]
      )
    ),
    value: {
      added: [
        { element: "node", id: "d", type: "text", text: "d" },
        { element: "edge", id: "f", fromNode: "c", toNode: "d", label: "so", toEnd: "none" }
      ],
      removed: [
        { element: "node", id: "b", type: "text", text: "b" },
        { element: "edge", id: "e", fromNode: "a", toNode: "b" }
      ],
      changed: [{ element: "node", id: "a", before: { text: "a" }, after: { text: "A" } }],
      moved: [{ id: "a", x: 5, y: 0, width: 9, height: 9 }],
      cut: false
    }
  },
  edge: [
    {
      name: "takes an empty file for an empty canvas, and members of other programs for nothing",
      args: { path },
      files: files('{"nodes":[],"edges":[],"metadata":{"version":"1"}}', "\n"),
      value: unchanged
    },
    {
      name: "compares by id, and not by order",
      args: { path },
      files: files(
        canvas([node("__proto__"), node("b")]),
        canvas([node("b", { styleAttributes: {} }), node("__proto__")])
      ),
      value: unchanged
    },
    {
      name: "cuts what does not fit",
      args: { path },
      files: files(canvas([]), canvas(many(5000))),
      value: { cut: true },
      text: "[Cut: these are the first"
    }
  ],
  bad: [
    { name: "a missing canvas", args: { path }, says: "Nothing exists", class: "execution_error" },
    {
      name: "a canvas that was not exported",
      args: { path },
      files: { [path]: "{}" },
      says: "was not exported",
      class: "not_found"
    },
    {
      name: "a canvas in another folder",
      args: { path: "other/plan.canvas" },
      files: { ...files("{}", "{}"), "other/plan.canvas": "{}" },
      says: "was not exported",
      class: "not_found"
    },
    { name: "no JSON", args: { path }, files: files("{}", '{"nodes":[\n  {"id":1,}]}'), says: "line 2, column 11" },
    { name: "a list", args: { path }, files: files("{}", "[]"), says: "line 1, column 1, there is no object" },
    {
      name: "a node without a place",
      args: { path },
      files: files("{}", '{"nodes":[\n{"id":"a","type":"text","text":"a","x":"0","y":0,"width":1,"height":1}]}'),
      says: /line 2, column 40, "x" must be integer/
    },
    {
      name: "a node of another type",
      args: { path },
      files: files("{}", canvas([node("a", { type: "shape" })])),
      says: "the type of a node must be"
    },
    {
      name: "an id twice",
      args: { path },
      files: files("{}", canvas([node("a"), node("a")])),
      says: "also that of another element"
    },
    {
      name: "an edge to nothing",
      args: { path },
      files: files("{}", canvas([node("a")], [{ id: "e", fromNode: "a", toNode: "b" }])),
      says: "a missing node"
    },
    {
      name: "100,000 nodes",
      args: { path },
      files: files("{}", `{"nodes":[${"0,".repeat(99_999)}0]}`),
      says: "has 100000 nodes; the limit is 10000"
    },
    {
      name: "JSON that nests deeply",
      args: { path },
      files: files("{}", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
      says: /nested deeper|nested too deeply/
    },
    { name: "a path outside the workspace", args: { path: "../a.canvas" }, says: "", class: "permission_denied" }
  ],
  cancel: { args: { path }, files: files(canvas(many(10_000)), canvas(many(9_999).reverse())) },
  worst: {
    args: { path },
    files: files(canvas(many(10_000)), canvas(many(10_000).map((one, i) => ({ ...one, text: "x".repeat(800), x: i })))),
    ends: ["limit", "result"]
  }
})
