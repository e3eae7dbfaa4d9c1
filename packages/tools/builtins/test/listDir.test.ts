import { type FileEntry, makeAwaitable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { listDir } from "../src/index.ts"
import { callTool, refusalOf, takes, texts } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"
import { memoryFiles } from "./memoryFiles.ts"

describe.each(fileSystems)("list_dir on $name", ({ open }) => {
  it("lists the workspace by name, and marks directories, links and sizes", async () => {
    const { files } = await open({ src: "directory/", "b.md": "hello", ".a": "", latest: { link: "b.md" } })
    const output = await callTool(listDir, {}, files)
    expect(texts(output)).toEqual([".a (0 bytes)\nb.md (5 bytes)\nlatest -> b.md\nsrc/"])
    expect(output.value).toEqual({
      entries: [
        { name: ".a", kind: "file", size: 0 },
        { name: "b.md", kind: "file", size: 5 },
        { name: "latest", kind: "link", target: "b.md" },
        { name: "src", kind: "directory" }
      ],
      total: 4,
      cut: false
    })
  })

  it("reports an empty directory", async () => {
    const { files } = await open({})
    const output = await callTool(listDir, { path: "." }, files)
    expect(texts(output)).toEqual(["[The directory is empty.]"])
    expect(output.value).toEqual({ entries: [], total: 0, cut: false })
  })

  it("keeps a name on its line and in its position, with any characters", async () => {
    const { files } = await open({
      "a\nsecret (9 bytes)": "",
      "b -> passwd": "",
      "c\u001b[2K": "",
      "d\u202etxt.exe": "",
      'e"': { link: "x\ny" },
      "f\u2028g": "directory/"
    })
    const [text = ""] = texts(await callTool(listDir, {}, files))
    expect(text.split("\n")).toEqual([
      '"a\\nsecret (9 bytes)" (0 bytes)',
      '"b -> passwd" (0 bytes)',
      '"c\\u001b[2K" (0 bytes)',
      '"d\\u202etxt.exe" (0 bytes)',
      '"e\\"" -> "x\\ny"',
      '"f\\u2028g"/'
    ])
  })

  it("cuts after 1000 entries, reports their number, and continues after a name", async () => {
    const names = Array.from({ length: 1_003 }, (_, index) => `f${String(index).padStart(4, "0")}`)
    const { files } = await open(Object.fromEntries(names.map((name) => [name, ""])))
    const first = await callTool(listDir, {}, files)
    const lines = (texts(first)[0] ?? "").split("\n")
    expect(lines).toHaveLength(1_001)
    expect(lines.slice(-2)).toEqual([
      "f0999 (0 bytes)",
      "[1000 of 1003 entries; 3 more follow. Read on with after set to the last name above.]"
    ])
    expect(first.value).toMatchObject({ total: 1_003, cut: true })
    const rest = await callTool(listDir, { after: "f0999" }, files)
    expect(texts(rest)).toEqual(["f1000 (0 bytes)\nf1001 (0 bytes)\nf1002 (0 bytes)"])
    expect(rest.value).toMatchObject({ total: 1_003, cut: false })
    expect(texts(await callTool(listDir, { after: "z" }, files))).toEqual([
      "[None of the 1003 entries sorts after the name given.]"
    ])
  })

  it("continues in the order of the listing, by code points", async () => {
    const { files } = await open({ "\uffe5": "", "😀": "", a: "" })
    expect(texts(await callTool(listDir, {}, files))).toEqual(["a (0 bytes)\n\uffe5 (0 bytes)\n😀 (0 bytes)"])
    expect(texts(await callTool(listDir, { after: "\uffe5" }, files))).toEqual(["😀 (0 bytes)"])
  })

  it("fails if there is no directory, as the file system does", async () => {
    const { files } = await open({ "a.txt": "" })
    expect((await refusalOf(listDir, { path: "none" }, files)).message).toBe("Nothing exists at the path.")
    expect((await refusalOf(listDir, { path: "a.txt" }, files)).message).toBe("The path does not lead to a directory.")
  })
})

describe("list_dir", () => {
  const listing = (entries: ReadonlyArray<FileEntry>) =>
    callTool(listDir, {}, { ...memoryFiles(new Map()), list: () => makeAwaitable(Effect.succeed(entries)) })

  it("names an entry that is not a file, directory or link, and a link with an unknown target", async () => {
    const output = await listing([
      { name: "pipe", kind: "other", size: 0 },
      { name: "link", kind: "link", size: 0 }
    ])
    expect(texts(output)).toEqual(["pipe (neither file, directory nor link)\nlink -> (unknown)"])
  })

  it("shortens the long target of a link between characters", async () => {
    const output = await listing([{ name: "link", kind: "link", size: 0, target: "😀".repeat(1_000) }])
    expect(texts(output)).toEqual([`link -> ${"😀".repeat(256)}…`])
    expect(output.value).toMatchObject({ entries: [{ target: `${"😀".repeat(256)}…` }] })
  })

  it("rejects unknown arguments", () => {
    expect(takes(listDir, {})).toBe(true)
    expect(takes(listDir, { path: "a", after: "b" })).toBe(true)
    expect(takes(listDir, { recursive: true, glob: "*", max_entries: 5 })).toBe(true)
    expect(takes(listDir, { max_entries: 0 })).toBe(false)
    expect(takes(listDir, { hidden: true })).toBe(false)
  })
})
