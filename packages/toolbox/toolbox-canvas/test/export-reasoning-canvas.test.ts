import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { exportReasoningCanvas } from "../src/index.ts"

const a = { id: "a", text: "The index is missing." }
const one = { name: "plan", nodes: [a], edges: [] }
const own = { "canvases/plan.canvas": '{"nodes":[]}' }
const many = (most: number) => Array.from({ length: most }, (_, i) => ({ id: `n${i}`, text: `Thought ${i}` }))
const tangle = Array.from({ length: 1000 }, (_, i) => ({ from: `n${(i * 7) % 500}`, to: `n${(i * 31 + 17) % 500}` }))

testTool(exportReasoningCanvas, {
  good: {
    name: "draws a graph",
    args: { ...one, graph_type: "hypothesis", edges: [{ from: "a", to: "a", label: "holds itself up" }] },
    value: { path: "canvases/plan.canvas" },
    check: ({ output }) =>
      expect(output.filesModified).toEqual(["canvases/plan.canvas", "canvases/.exports/plan.canvas"])
  },
  edge: [
    {
      name: "draws circles, parallel edges, and ids that every object has",
      args: {
        name: "ünïcode ☕.canvas",
        folder: "deep/in",
        nodes: [
          { id: "__proto__", text: "x" },
          { id: "constructor", text: "x".repeat(4000), kind: "cause" }
        ],
        edges: [
          { from: "__proto__", to: "constructor" },
          { from: "__proto__", to: "constructor", kind: "refutes" },
          { from: "constructor", to: "__proto__" }
        ]
      },
      value: { path: "deep/in/ünïcode ☕.canvas" }
    },
    {
      name: "updates a canvas that it has exported",
      before: [{ tool: exportReasoningCanvas, args: one }],
      args: { ...one, nodes: [a, { id: "b", text: "Or is it?" }] },
      value: { path: "canvases/plan.canvas" }
    }
  ],
  bad: [
    {
      name: "two nodes with one id, and edges to nothing",
      args: {
        name: "plan",
        nodes: [a, a],
        edges: [
          { from: "a", to: "b" },
          { from: "c", to: "a" }
        ]
      },
      says: /^The graph is inconsistent. \/nodes\/1\/id repeats the id of \/nodes\/0\. \/edges.*\/edges\/1\/from/,
      check: ({ executed }) => expect(executed).toBe("no")
    },
    {
      name: "a name that leads elsewhere",
      args: { ...one, name: "../plan" },
      says: '".."',
      check: ({ executed }) => expect(executed).toBe("no")
    },
    { name: "a name with a step", args: { ...one, name: "a/plan" }, says: "steps of a path" },
    { name: "an absolute name", args: { ...one, name: "/plan" }, says: "absolute" },
    { name: "a name that Windows takes for a device", args: { ...one, name: "con" }, says: "device" },
    { name: "a name with a star", args: { ...one, name: "a*" }, says: "do not allow" },
    { name: "a hidden name", args: { ...one, name: ".plan" }, says: "begins with a dot" },
    { name: "a name with a line break", args: { ...one, name: "a\nb" }, says: "control" },
    { name: "a folder outside the workspace", args: { ...one, folder: "../x" }, says: "", class: "permission_denied" },
    { name: "no nodes", args: { ...one, nodes: [] }, says: "/nodes" },
    { name: "more nodes than it draws", args: { ...one, nodes: many(501) }, says: "/nodes" },
    {
      name: "the name of a canvas that it has not exported",
      args: one,
      files: own,
      says: "not exported by this tool",
      class: "execution_error"
    },
    {
      name: "to replace a canvas that is damaged, with the position",
      args: one,
      files: { "canvases/plan.canvas": '{"nodes":[}', "canvases/.exports/plan.canvas": "{}" },
      says: "line 1, column 11"
    }
  ],
  cancel: { args: { name: "plan", nodes: many(500), edges: tangle } },
  worst: { args: { name: "plan", nodes: many(500), edges: tangle }, ends: ["limit", "result"] }
})
