import { gzipSync } from "node:zlib"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { archiveOpen } from "../src/index.ts"
import { make7z } from "./make7z.ts"
import { createGnuLongRecord, createPaxRecord, makeTar } from "./makeTar.ts"
import { makeZip } from "./makeZip.ts"
import { packedByPrograms } from "./packedByPrograms.ts"

const files = [
  { name: "a/", type: "5", mode: 0o040755 },
  { name: "a/b.txt", content: "b".repeat(1000), method: 8 }
]
const zip = makeZip(files)
const many = makeTar(Array.from({ length: 40_000 }, (_, at) => ({ name: `file${at}`, content: "x" })))

testTool(archiveOpen, {
  good: {
    name: "lists a zip archive",
    args: { path: "a.zip" },
    files: { "a.zip": zip },
    value: {
      format: "zip",
      entries: [
        { name: "a/", kind: "directory", size: 0, packed: 0, modified: "2026-01-01T12:00:00Z" },
        { name: "a/b.txt", kind: "file", size: 1000, packed: 11, modified: "2026-01-01T12:00:00Z" }
      ],
      total: 2,
      cut: false,
      encrypted: false
    }
  },
  edge: [
    {
      name: "lists an empty zip archive",
      args: { path: "a" },
      files: { a: makeZip([]) },
      value: { format: "zip", entries: [], total: 0 }
    },
    {
      name: "lists an empty tar archive",
      args: { path: "a" },
      files: { a: makeTar([]) },
      value: { format: "tar", entries: [], total: 0 }
    },
    {
      name: "tells the format by the content, whatever the name is",
      args: { path: "a.zip" },
      files: { "a.zip": gzipSync(makeTar(files)) },
      value: { format: "tar.gz", total: 2 }
    },
    {
      name: "lists the names that lead out, which are harmless in a list",
      args: { path: "a" },
      files: { a: makeZip([{ name: "../evil" }, { name: "C:\\evil" }]) },
      value: { entries: [{ name: "../evil" }, { name: "C:\\evil" }] }
    },
    {
      name: "says the kinds of links and devices",
      args: { path: "a" },
      files: {
        a: makeTar([
          { name: "l", type: "2", link: "x" },
          { name: "h", type: "1", link: "x" },
          { name: "d", type: "4" }
        ])
      },
      value: { entries: [{ kind: "link" }, { kind: "hard_link" }, { kind: "other" }] }
    },
    {
      name: "reads long names of PAX and of GNU",
      args: { path: "a" },
      files: {
        a: makeTar([
          createPaxRecord({ path: `${"p/".repeat(90)}é` }),
          { name: "x" },
          createGnuLongRecord("g".repeat(150)),
          { name: "y" }
        ])
      },
      value: { entries: [{ name: `${"p/".repeat(90)}é` }, { name: "g".repeat(150) }] }
    },
    {
      name: "reads a tar archive of the oldest form",
      args: { path: "a" },
      files: { a: makeTar([{ name: "old", content: "x", magic: "\0".repeat(8) }]) },
      value: { format: "tar", entries: [{ name: "old", size: 1 }] }
    },
    {
      name: "says that entries are encrypted",
      args: { path: "a" },
      files: { a: packedByPrograms["encrypted 7z"] },
      value: { format: "7z", encrypted: true }
    },
    {
      name: "lists a 7z archive",
      args: { path: "a" },
      files: { a: packedByPrograms["7z"] },
      value: { format: "7z", total: 5, encrypted: false }
    },
    {
      name: "cuts a long list, and counts all",
      args: { path: "a" },
      files: { a: many },
      value: { total: 40_000, cut: true },
      text: "[Cut:",
      check: ({ output }) => expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(65_536)
    }
  ],
  bad: [
    { name: "no path", args: {}, says: "path" },
    { name: "a path out of the workspace", args: { path: "../a.zip" }, says: "workspace", class: "permission_denied" },
    { name: "a missing archive", args: { path: "a" }, says: "Nothing exists", class: "execution_error" },
    { name: "a folder", args: { path: "d" }, files: { "d/a": zip }, says: "regular file", class: "execution_error" },
    {
      name: "a text that is called an archive",
      args: { path: "a.zip" },
      files: { "a.zip": "PK, a text" },
      says: "neither zip",
      class: "execution_error"
    },
    {
      name: "an archive that ends too soon",
      args: { path: "a" },
      files: { a: zip.subarray(0, -30) },
      says: "too soon",
      class: "execution_error"
    },
    {
      name: "a tar.gz archive that grows without end",
      args: { path: "a" },
      files: { a: gzipSync(makeTar([{ name: "zeros", content: Buffer.alloc(4 * 1024 * 1024) }])) },
      says: "200 times",
      class: "execution_error"
    },
    {
      name: "a tar.bz2 archive that grows without end",
      args: { path: "a" },
      files: { a: packedByPrograms["tar.bz2 of zeros"] },
      says: "200 times",
      class: "execution_error"
    },
    {
      name: "a password that it does not have",
      args: { path: "a", password: "x" },
      files: { a: zip },
      says: "password"
    }
  ],
  cancel: { args: { path: "a" }, files: { a: gzipSync(many) } },
  worst: { args: { path: "a" }, files: { a: gzipSync(many) }, ends: ["limit", "result"] }
})

describe("a 7z archive", () => {
  it("has names in any script", async () => {
    const archive = make7z([
      { name: "é/日本.txt", content: "x" },
      { name: "a\nb", content: "y" }
    ])
    await useGate([archiveOpen], { a: archive }, async ({ call }) => {
      const { entries } = (await call("archive_open", { path: "a" })).output.value as {
        entries: ReadonlyArray<{ name: string }>
      }
      // 7-Zip replaces a line break with another character, so that names cannot fake entries.
      expect(entries.map(({ name }) => name)).toEqual(["é/日本.txt", expect.stringMatching(/^a.b$/)])
    })
  })
})
