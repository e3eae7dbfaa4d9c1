import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { glob } from "../src/index.ts"

const files = {
  "a.ts": "1",
  "src/b.ts": "22",
  "src/deep/c.tsx": "",
  "src/deep/d.md": "",
  ".github/e.yml": "",
  ".gitignore": "out/\n",
  "out/f.ts": "",
  "node_modules/p/g.ts": ""
}
interface Found {
  readonly files: ReadonlyArray<{ readonly path: string }>
}
const paths = (value: unknown) => (value as Found).files.map(({ path }) => path).sort()
const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`d${at}/${"a".repeat(100)}`, ""]))

testTool(glob, {
  good: {
    name: "finds files by a pattern of their paths",
    args: { pattern: "src/**/*.{ts,tsx}" },
    files,
    value: { total: 2, unread_folders: 0, cut: false },
    check: ({ output }) => expect(paths(output.value)).toEqual(["src/b.ts", "src/deep/c.tsx"])
  },
  edge: [
    {
      name: "takes a pattern without a slash for one of names, and leaves out what is ignored",
      args: { pattern: "*.ts" },
      files,
      check: ({ output }) => expect(paths(output.value)).toEqual(["a.ts", "src/b.ts"])
    },
    {
      name: "finds what is ignored where asked",
      args: { pattern: "*.ts", include_ignored: true },
      files,
      check: ({ output }) =>
        expect(paths(output.value)).toEqual(["a.ts", "node_modules/p/g.ts", "out/f.ts", "src/b.ts"])
    },
    {
      name: "goes by the rules of the nearest folder",
      args: { pattern: "*.log" },
      files: {
        ".gitignore": "*.log\n",
        "a.log": "",
        "src/.gitignore": "!b.log\n",
        "src/b.log": "",
        "src/deep/b.log": ""
      },
      check: ({ output }) => expect(paths(output.value)).toEqual(["src/b.log", "src/deep/b.log"])
    },
    {
      name: "tells upper and lower case apart in rules",
      args: { pattern: "*.LOG" },
      files: { ".gitignore": "*.log\n", "A.LOG": "" },
      value: { files: [{ path: "A.LOG" }] }
    },
    {
      name: "finds hidden files",
      args: { pattern: "**/*.yml" },
      files,
      value: { files: [{ path: ".github/e.yml", size: 0 }] }
    },
    {
      name: "takes brackets and braces for themselves after a backslash, and in a set",
      args: { pattern: "[[]\\{x[{]\\[" },
      files: { "[{x{[": "" },
      value: { files: [{ path: "[{x{[" }] }
    },
    {
      name: "finds a file by its whole path, and by one that begins with a dot",
      args: { pattern: "./src/b.ts" },
      files,
      value: { files: [{ path: "src/b.ts", size: 2 }] }
    },
    {
      name: "names paths from the folder that it is given",
      args: { pattern: "**", path: "src/deep", max_files: 1 },
      files,
      value: { total: 2, cut: true },
      check: ({ output }) => expect(paths(output.value)).toHaveLength(1)
    },
    {
      name: "returns at most what one result holds",
      args: { pattern: "**", max_files: 10_000 },
      files: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${"x".repeat(200)}`, ""])),
      value: { total: 500, cut: true },
      check: ({ output }) => expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(65_536)
    },
    { name: "finds nothing in an empty folder", args: { pattern: "**" }, value: { files: [], total: 0, cut: false } }
  ],
  bad: [
    { name: "no pattern", args: {}, says: "pattern" },
    { name: "an empty pattern", args: { pattern: "" }, says: "pattern" },
    { name: "a pattern of more than 256 characters", args: { pattern: "a".repeat(257) }, says: "pattern" },
    { name: "a pattern that leads out", args: { pattern: "src/../../*" }, says: '".."' },
    { name: "a pattern from the root", args: { pattern: "/etc/*" }, says: '"pattern" begins at the root' },
    { name: "a bracket that stays open", args: { pattern: "a[bc" }, says: 'opens "["' },
    { name: "a brace that stays open", args: { pattern: "*.{ts,{js}" }, says: 'opens "{"' },
    {
      name: "a folder that leads out",
      args: { pattern: "*", path: "/etc" },
      says: "workspace",
      class: "permission_denied"
    },
    { name: "a file", args: { pattern: "*", path: "a.ts" }, files, says: "directory", class: "execution_error" }
  ],
  cancel: { args: { pattern: `${"*a".repeat(60)}*b` }, files: many },
  worst: { args: { pattern: `${"*a".repeat(120)}*b` }, files: many, ends: ["limit", "result"] }
})
