import { existsSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { archiveExtract } from "../src/index.ts"
import { listFiles } from "./listFiles.ts"
import { make7z } from "./make7z.ts"
import { makeTar } from "./makeTar.ts"
import { makeZip } from "./makeZip.ts"
import { packedByPrograms } from "./packedByPrograms.ts"

const three = [
  { name: "site/a.txt", content: "first" },
  { name: "site/pages/b.txt", content: "second" },
  { name: "ü.txt", content: "third" }
]
const packed = three.map((one) => ({ ...one, method: 8 }))
const zip = makeZip(packed)
const many = makeZip(
  Array.from({ length: 3000 }, (_, at) => ({ name: `folder/file${at}.txt`, content: "x".repeat(5000) }))
)

testTool(archiveExtract, {
  good: {
    name: "extracts a zip archive",
    args: { path: "a.zip", to: "out" },
    files: { "a.zip": zip },
    value: { extracted: ["site/a.txt", "site/pages/b.txt", "ü.txt"], skipped: [], total: 3, bytes: 16, cut: false },
    check: ({ output }) => expect(output.filesModified).toHaveLength(3)
  },
  edge: [
    {
      name: "extracts nothing from an empty archive",
      args: { path: "a.zip", to: "out" },
      files: { "a.zip": makeZip([]) },
      value: { extracted: [], skipped: [], total: 0, bytes: 0 }
    },
    {
      name: "extracts a directory that is named, without the step above it",
      args: { path: "a.zip", to: "out", files: ["site/pages/"], strip: 1 },
      files: { "a.zip": zip },
      value: { extracted: ["pages/b.txt"], skipped: [] }
    },
    {
      name: "leaves files that are there already, and says so",
      args: { path: "a.zip", to: "out" },
      files: { "a.zip": zip, "out/ü.txt": "mine" },
      value: {
        extracted: ["site/a.txt", "site/pages/b.txt"],
        skipped: [{ name: "ü.txt", why: expect.stringContaining("overwrite") }]
      }
    },
    {
      name: "replaces files if asked",
      args: { path: "a.zip", to: "out", overwrite: true },
      files: { "a.zip": zip, "out/ü.txt": "mine" },
      value: { total: 3, skipped: [] }
    },
    {
      name: "leaves out names of which nothing is left",
      args: { path: "a.zip", to: ".", strip: 2 },
      files: { "a.zip": zip },
      value: { extracted: ["b.txt"], skipped: [{ name: "site/a.txt" }, { name: "ü.txt" }] }
    }
  ],
  bad: [
    { name: "no folder to write to", args: { path: "a.zip" }, files: { "a.zip": zip }, says: "to" },
    {
      name: "a folder out of the workspace",
      args: { path: "a.zip", to: "../out" },
      files: { "a.zip": zip },
      says: "workspace",
      class: "permission_denied"
    },
    {
      name: "a missing archive",
      args: { path: "b.zip", to: "out" },
      says: 'The file of the argument "path" cannot be read: Nothing exists at the path.',
      class: "execution_error"
    },
    {
      name: "a folder for an archive",
      args: { path: "d", to: "out" },
      files: { "d/a.zip": zip },
      says: "regular file",
      class: "execution_error"
    },
    {
      name: "a name that is not in the archive",
      args: { path: "a.zip", to: "out", files: ["site/c.txt"] },
      files: { "a.zip": zip },
      says: "site/a.txt"
    },
    {
      name: "a text",
      args: { path: "a.zip", to: "out" },
      files: { "a.zip": "not an archive" },
      says: "neither zip",
      class: "execution_error"
    },
    {
      name: "an empty file",
      args: { path: "a.zip", to: "out" },
      files: { "a.zip": "" },
      says: "neither zip",
      class: "execution_error"
    },
    { name: "half a step", args: { path: "a.zip", to: "out", strip: 0.5 }, files: { "a.zip": zip }, says: "strip" }
  ],
  cancel: { args: { path: "a.zip", to: "out" }, files: { "a.zip": many } },
  worst: { args: { path: "a.zip", to: "out" }, files: { "a.zip": many }, ends: ["limit", "result"] }
})

describe("an archive of each format", () => {
  const tar = makeTar(three)
  it.each([
    ["zip", zip],
    ["tar", tar],
    ["tar.gz", gzipSync(tar)],
    ["tar.bz2", packedByPrograms["tar.bz2"]],
    ["7z", make7z(three)],
    ["7z of LZMA", packedByPrograms["7z"]]
  ])("is extracted: %s", async (_, archive) => {
    await useGate([archiveExtract], { "an archive": archive }, async ({ call, workspace }) => {
      const { error } = await call("archive_extract", { path: "an archive", to: "out" })
      expect(error?.message).toBe(undefined)
      expect(listFiles(join(workspace, "out"))).toEqual({
        "site/a.txt": "first",
        "site/pages/b.txt": "second",
        "ü.txt": "third"
      })
    })
  })
})

it("creates the empty directories of an archive", async () => {
  const archive = makeTar([
    { name: "./", type: "5" },
    { name: "./empty/", type: "5" }
  ])
  await useGate([archiveExtract], { "a.tar": archive }, async ({ call, workspace }) => {
    expect((await call("archive_extract", { path: "a.tar", to: "out" })).output.value).toMatchObject({
      total: 0,
      skipped: []
    })
    expect(existsSync(join(workspace, "out/empty"))).toBe(true)
  })
})

it("shortens a long list of files, and keeps the reasons for skipped ones", async () => {
  const archive = makeTar([
    ...Array.from({ length: 800 }, (_, at) => ({ name: `a-${"long-".repeat(17)}name-${at}` })),
    { name: "link", type: "2", link: "x" }
  ])
  await useGate([archiveExtract], { "a.tar": archive }, async ({ call }) => {
    const { output } = await call("archive_extract", { path: "a.tar", to: "out" })
    expect(output.value).toMatchObject({ total: 800, cut: true, skipped: [{ name: "link" }] })
    expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(65_536)
  })
})
