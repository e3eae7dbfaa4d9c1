import { useGate } from "@toolgate/toolbox-testing"
import { expect, it } from "vitest"
import { findEntries } from "../src/findEntry.ts"
import { archiveExtract, archiveFile, archiveOpen } from "../src/index.ts"
import { listFiles } from "./listFiles.ts"
import { createPaxRecord, makeTar } from "./makeTar.ts"
import { makeZip } from "./makeZip.ts"

const entry = (name: string) => ({ name, kind: "file", size: 0, encrypted: false }) as const

it.each([
  ["aux.txt", "device"],
  ["a/NUL", "device"],
  ["com1 .txt", "device"],
  ["COM\u00b9", "device"],
  ["conout$", "device"],
  ["a.txt::$DATA", "hidden part"],
  [".git::$INDEX_ALLOCATION/config", "hidden part"],
  ["a\u200cb", "some systems confuse with"],
  [`${"a/".repeat(101)}b`, "more than 100 parts"]
])("writes nothing of an archive with the name %j, which %s", async (name, says) => {
  const archive = makeZip([
    { name: "ab", content: "good" },
    { name, content: "evil" }
  ])
  await useGate([archiveExtract], { "in/a": archive }, async ({ call, workspace }) => {
    const { error } = await call("archive_extract", { path: "in/a", to: "out" })
    expect(JSON.stringify(error?.details)).toContain(says)
    expect(Object.keys(listFiles(workspace))).toEqual(["in/a"])
  })
})

it("extracts names that only resemble device names", async () => {
  const names = ["console.txt", "auxiliary", "nul1", "lpt.txt", "Foo::Bar.3pm", "price $1:2"]
  await useGate([archiveExtract], { a: makeZip(names.map((name) => ({ name }))) }, async ({ call }) =>
    expect((await call("archive_extract", { path: "a", to: "out" })).output.value).toMatchObject({ extracted: names })
  )
})

it("reads the file with a name, never one in a directory with this name", async () => {
  const archive = makeZip([
    { name: "a", content: "asked" },
    { name: "a/evil", content: "evil" },
    { name: "dir/evil", content: "evil" }
  ])
  await useGate([archiveFile], { "a.zip": archive }, async ({ call }) => {
    expect((await call("archive_file", { path: "a.zip", file: "a" })).output.value).toMatchObject({ text: "asked" })
    expect((await call("archive_file", { path: "a.zip", file: "dir" })).error?.message).toContain('"dir" is not a file')
  })
})

it("refuses an archive with an extremely long name", async () => {
  const archive = makeTar([createPaxRecord({ path: `${"/".repeat(100_000)}x` }), { name: "z" }])
  await useGate([archiveOpen], { a: archive }, async ({ call }) =>
    expect((await call("archive_open", { path: "a" })).error?.message).toContain("more than 4096 characters")
  )
})

it("finds many names among many entries, for files and in a directory", () => {
  const entries = ["./a/b", "a/c/", "ab", "d"].map(entry)
  expect(findEntries(entries, ["a", "a/b", "d/"])).toEqual(new Set([0, 1, 3]))
  expect(() => findEntries(entries, ["a", "c"])).toThrow('no entry "c"')
})
