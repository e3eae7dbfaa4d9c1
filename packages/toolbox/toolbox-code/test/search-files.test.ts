import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { searchFiles } from "../src/index.ts"

const files = {
  "src/main.ts": "const a = 1\r\n// TODO: a\r\nlast",
  "src/deep/b.ts": "todo\nx\ny\n// TODO: b\n",
  "notes.md": "TODO: write\n",
  "image.bin": "\0TODO\n",
  ".hidden": "TODO hidden\n",
  ".gitignore": "/out\n*.log\n!keep.log\n",
  "a.log": "TODO\n",
  "keep.log": "TODO kept\n",
  "out/x": "TODO\n",
  "src/.gitignore": "secret.ts\n",
  "src/secret.ts": "TODO\n",
  ".git/config": "TODO\n",
  "node_modules/p/index.js": "TODO\n"
}
const paths = (value: unknown) =>
  (value as { matches: ReadonlyArray<{ path: string }> }).matches.map(({ path }) => path)
const wide = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`d${at}/f`, `${"a".repeat(200)}\n`.repeat(1000)])
)

testTool(searchFiles, {
  good: {
    name: "finds a text in the files of the workspace, but those that are ignored",
    args: { pattern: "TODO" },
    files,
    value: {
      matches: [
        { path: ".hidden", line: 1, text: "TODO hidden" },
        { path: "keep.log", line: 1, text: "TODO kept" },
        { path: "notes.md", line: 1, text: "TODO: write" },
        { path: "src/deep/b.ts", line: 4, text: "// TODO: b" },
        { path: "src/main.ts", line: 2, text: "// TODO: a" }
      ],
      files_searched: 7,
      skipped: { binary: 1, too_large: 0, denied: 0, unreadable: 0, folders: 0 },
      cut: false
    }
  },
  edge: [
    {
      name: "finds a regular expression, at the ends of lines too",
      args: { pattern: "^(//)? ?TODO: .$", regex: true, path: "src" },
      files,
      value: {
        matches: [
          { path: "deep/b.ts", line: 4 },
          { path: "main.ts", line: 2 }
        ]
      }
    },
    {
      name: "takes the beginning of a text in an expression for that of a line",
      args: { pattern: "\\AlasT\\z", regex: true, ignore_case: true },
      files,
      value: { matches: [{ path: "src/main.ts", line: 3 }] }
    },
    {
      name: "tells no case apart where asked",
      args: { pattern: "ToDo", ignore_case: true, glob: "src/**/*.ts" },
      files,
      check: ({ output }) => expect(paths(output.value)).toEqual(["src/deep/b.ts", "src/deep/b.ts", "src/main.ts"])
    },
    {
      name: "searches only files of a pattern, in whatever folder",
      args: { pattern: "TODO", glob: "*.{ts,md}" },
      files,
      check: ({ output }) => expect(paths(output.value)).toEqual(["notes.md", "src/deep/b.ts", "src/main.ts"])
    },
    {
      name: "searches what is ignored where asked",
      args: { pattern: "TODO", include_ignored: true, glob: "{.git,node_modules,out}/**" },
      files,
      check: ({ output }) => expect(paths(output.value)).toEqual([".git/config", "node_modules/p/index.js", "out/x"])
    },
    {
      name: "shows lines around",
      args: { pattern: "y", path: "src/deep", context: 2 },
      files,
      value: { matches: [{ line: 3, before: ["todo", "x"], after: ["// TODO: b"] }] }
    },
    {
      name: "cuts at the most matches, and says so",
      args: { pattern: "TODO", max_matches: 1 },
      files,
      value: { matches: [{ path: ".hidden" }], cut: true }
    },
    {
      name: "cuts a long line around the match",
      args: { pattern: "END" },
      files: { a: `${"x".repeat(3000)}END${"y".repeat(3000)}` },
      check: ({ output }) => expect(JSON.stringify(output.value)).toMatch(/"…x{100}ENDy{397}…"/)
    },
    {
      name: "returns at most what one result holds",
      args: { pattern: "a", max_matches: 10_000 },
      files: wide,
      value: { cut: true },
      check: ({ output }) => expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(65_536)
    },
    { name: "finds nothing in an empty folder", args: { pattern: "a" }, value: { matches: [], files_searched: 0 } }
  ],
  bad: [
    { name: "no pattern", args: {}, says: "pattern" },
    { name: "an empty pattern", args: { pattern: "" }, says: "pattern" },
    { name: "a pattern of several lines", args: { pattern: "a\nb" }, says: "each line is searched separately" },
    { name: "an expression that is not closed", args: { pattern: "(a", regex: true }, says: "missing closing" },
    { name: "an expression that RE2 does not have", args: { pattern: "a(?=b)", regex: true }, says: "no look-around" },
    { name: "a glob of more than 256 characters", args: { pattern: "a", glob: "a".repeat(257) }, says: "glob" },
    { name: "a glob that leads out", args: { pattern: "a", glob: "../**" }, says: '".."' },
    {
      name: "a folder that leads out",
      args: { pattern: "a", path: ".." },
      says: "workspace",
      class: "permission_denied"
    },
    { name: "a file", args: { pattern: "a", path: "notes.md" }, files, says: "directory", class: "execution_error" },
    { name: "a folder that is missing", args: { pattern: "a", path: "x" }, says: "Nothing", class: "execution_error" },
    { name: "too much around", args: { pattern: "a", context: 21 }, says: "context" }
  ],
  cancel: { args: { pattern: "(b|c)+d", regex: true }, files: wide },
  worst: {
    args: { pattern: "(a+)+b|(a|a)*c|(a?){500}d", regex: true, glob: `${"*a".repeat(120)}*b,{f,**}` },
    files: { ...wide, ".gitignore": `${"*a".repeat(100)}*b\n`.repeat(100) },
    ends: ["limit", "result", "failure"]
  }
})
