import { testTool } from "@toolgate/toolbox-testing"
import { exportReasoningCanvas, listCanvases } from "../src/index.ts"

const nodes = ["a", "b"].map((id) => ({ id, text: id }))
const graph = { name: "plan", nodes, edges: [] }
const names = Array.from({ length: 501 }, (_, i) => `canvases/${String(i).padStart(3, "0")}.canvas`)
const full = Object.fromEntries(names.map((name) => [name, "{}"]))

testTool(listCanvases, {
  good: {
    name: "lists what was exported, and what was not",
    before: [{ tool: exportReasoningCanvas, args: graph }],
    args: {},
    files: { "canvases/own.canvas": "{}", "canvases/notes.md": "no canvas" },
    value: {
      canvases: [
        { name: "own", nodes: 0 },
        { name: "plan", modified: false, nodes: 2 }
      ],
      total: 2,
      cut: false
    }
  },
  edge: [
    {
      name: "lists nothing where there is no folder",
      args: {},
      value: { canvases: [], total: 0, cut: false }
    },
    {
      name: "says of a canvas that cannot be read why",
      args: { folder: "in/here" },
      files: { "in/here/bad.canvas": '{"nodes":[1]}', "in/here/empty.canvas": "" },
      value: {
        canvases: [
          {
            name: "bad",
            problem:
              'The canvas is not a JSON Canvas: at line 1, column 11, the type of a node must be "text", "file", "link" or "group".'
          },
          { name: "empty", nodes: 0 }
        ]
      }
    },
    { name: "lists the first 500", args: {}, files: full, value: { total: 501, cut: true } }
  ],
  bad: [
    { name: "a folder outside the workspace", args: { folder: "../x" }, says: "", class: "permission_denied" },
    {
      name: "a file",
      args: { folder: "a" },
      files: { a: "" },
      says: "does not lead to a directory",
      class: "execution_error"
    },
    { name: "an empty folder", args: { folder: "" }, says: "/folder" },
    { name: "a number", args: { folder: 1 }, says: "/folder" },
    { name: "another argument", args: { path: "canvases" }, says: "/path" }
  ],
  cancel: { args: {}, files: full },
  worst: {
    args: {},
    files: Object.fromEntries(names.slice(0, 20).map((name) => [name, `{"nodes":[${"0,".repeat(1_000_000)}0]}`])),
    ends: ["limit", "result"]
  }
})
