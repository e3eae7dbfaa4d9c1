import { gzipSync } from "node:zlib"
import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { archiveSearch } from "../src/index.ts"
import { makeTar } from "./makeTar.ts"
import { makeZip } from "./makeZip.ts"
import { packedByPrograms } from "./packedByPrograms.ts"

const zip = makeZip([
  { name: "src/main.ts", content: "// TODO: a\r\nconst x = 1\n// todo: b" },
  { name: "todo.md", content: "nothing" },
  { name: "image.bin", content: "\0TODO" },
  { name: "link", content: "TODO", mode: 0o120777 },
  { name: "secret", content: "TODO TODO TODO", flags: 1, central: { size: 2 }, local: { size: 2 } },
  { name: "long", content: `${"x".repeat(3000)}END\n`, method: 8 }
])
const files = { a: zip }
const lines = makeTar([{ name: "a", content: `${"a".repeat(100)}\n`.repeat(300_000) }])
const bomb = makeZip([{ name: "zeros", content: Buffer.alloc(4 * 1024 * 1024), method: 8 }])

testTool(archiveSearch, {
  good: {
    name: "finds a text with its file, line and text",
    args: { path: "a", pattern: "TODO" },
    files,
    value: { matches: [{ file: "src/main.ts", line: 1, text: "// TODO: a" }], cut: false }
  },
  edge: [
    {
      name: "finds a regular expression of RE2",
      args: { path: "a", pattern: "(?i)^// todo", regex: true },
      files,
      value: { matches: [{ line: 1 }, { line: 3, text: "// todo: b" }] }
    },
    {
      name: "searches names",
      args: { path: "a", pattern: "todo", names_only: true },
      files,
      value: { matches: [{ file: "todo.md" }], cut: false }
    },
    {
      name: "takes a plain pattern for no expression",
      args: { path: "a", pattern: "x = ." },
      files,
      value: { matches: [] }
    },
    {
      name: "cuts at the most matches, and says so",
      args: { path: "a", pattern: "o", max_matches: 1 },
      files,
      value: { matches: [{ line: 2 }], cut: true }
    },
    {
      name: "goes on after a file that is not text",
      args: { path: "a", pattern: "TODO" },
      files: {
        a: makeTar([
          { name: "image", content: Buffer.alloc(3_000_000) },
          { name: "notes", content: "TODO" }
        ])
      },
      value: { matches: [{ file: "notes", line: 1, text: "TODO" }] }
    },
    {
      name: "cuts a long line around what was found",
      args: { path: "a", pattern: "END" },
      files,
      check: ({ output }) => expect(JSON.stringify(output.value)).toMatch(/"…x{100}END"/)
    },
    {
      name: "searches a 7z archive",
      args: { path: "a", pattern: "second" },
      files: { a: packedByPrograms["7z"] },
      value: { matches: [{ file: "site/pages/b.txt", line: 1 }] }
    },
    {
      name: "returns at most what one result holds",
      args: { path: "a", pattern: "a", max_matches: 10_000 },
      files: { a: lines },
      value: { cut: true },
      check: ({ output }) => expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(65_536)
    }
  ],
  bad: [
    { name: "no pattern", args: { path: "a" }, files, says: "pattern" },
    { name: "an empty pattern", args: { path: "a", pattern: "" }, files, says: "pattern" },
    {
      name: "an expression that is not closed",
      args: { path: "a", pattern: "(a", regex: true },
      files,
      says: "missing closing"
    },
    {
      name: "an expression that RE2 does not have",
      args: { path: "a", pattern: "a(?=b)", regex: true },
      files,
      says: "RE2"
    },
    { name: "a pattern that is too long", args: { path: "a", pattern: "a".repeat(1001) }, files, says: "pattern" },
    {
      name: "an archive that grows without end",
      args: { path: "a", pattern: "a" },
      files: { a: bomb },
      says: "200 times",
      class: "execution_error"
    },
    { name: "no matches at all", args: { path: "a", pattern: "a", max_matches: 0 }, files, says: "max_matches" }
  ],
  cancel: { args: { path: "a", pattern: "b" }, files: { a: lines } },
  worst: {
    args: { path: "a", pattern: "(a+)+b|(a|a)*c|(a?){500}d", regex: true },
    files: { a: gzipSync(lines) },
    ends: ["limit", "result", "failure"]
  }
})
