import { testTool } from "@toolgate/toolbox-testing"
import { multiEdit } from "../src/index.ts"

const edit = (old_text: string, new_text: string, more = {}) => ({ old_text, new_text, ...more })
const files = { a: "one\ntwo\ntwo\n" }

testTool(multiEdit, {
  good: {
    name: "makes several edits",
    args: { path: "a", edits: [edit("one", "1"), edit("two", "2", { replace_all: true })] },
    files,
    value: {
      edits: [
        { line: 1, replaced: 1 },
        { line: 2, replaced: 2 }
      ],
      size: 6,
      size_before: 12
    }
  },
  edge: {
    name: "empties a file",
    args: { path: "a", edits: [edit("one\ntwo\ntwo\n", "")] },
    files,
    value: { size: 0 }
  },
  bad: [
    { name: "no edits", args: { path: "a", edits: [] }, files, says: "give 1 to 256" },
    { name: "an empty text", args: { path: "a", edits: [edit("", "x")] }, files, says: "old_text" },
    { name: "a text for itself", args: { path: "a", edits: [edit("one", "one")] }, files, says: "the same" },
    {
      name: "a text that stands there twice",
      args: { path: "a", edits: [edit("one", "1"), edit("two", "2")] },
      files,
      says: /Edit 2 of 2, in what the edits before it leave: .* 2 times, on lines 2, 3/,
      class: "execution_error"
    },
    {
      name: "a file that leads out",
      args: { path: "../a", edits: [edit("a", "b")] },
      says: "workspace",
      class: "permission_denied"
    },
    {
      name: "a file that is missing",
      args: { path: "b", edits: [edit("a", "b")] },
      says: "Nothing",
      class: "execution_error"
    }
  ],
  worst: {
    args: {
      path: "a",
      edits: Array.from({ length: 256 }, (_, at) => edit(at % 2 ? "b" : "a", at % 2 ? "a" : "b", { replace_all: true }))
    },
    files: { a: `${"a".repeat(90_000)}${"x".repeat(10_000_000)}` },
    ends: ["limit", "result"]
  }
})
