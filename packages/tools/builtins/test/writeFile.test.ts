import { describe, expect, it } from "vitest"
import { writeFile } from "../src/index.ts"
import { callTool, refusalOf, takes, texts } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"

describe.each(fileSystems)("write_file on $name", ({ open }) => {
  it("creates a file and reports it", async () => {
    const { files, bytes } = await open({})
    const output = await callTool(writeFile, { path: "a.txt", content: "é\r\n" }, files)
    expect(texts(output)).toEqual(["Created the file, with 4 bytes."])
    expect(output.value).toEqual({ change: "created", size: 4 })
    expect(output.filesModified).toEqual(["a.txt"])
    expect((await bytes("a.txt")).toString()).toBe("é\r\n")
  })

  it("replaces a file and reports its earlier size", async () => {
    const { files, bytes } = await open({ "a.txt": "before" })
    const output = await callTool(writeFile, { path: "a.txt", content: "now" }, files)
    expect(texts(output)).toEqual(["Replaced the file: 3 bytes now, 6 before."])
    expect(output.value).toEqual({ change: "replaced", size: 3, size_before: 6 })
    expect((await bytes("a.txt")).toString()).toBe("now")
  })

  it("replaces a file with nothing, and replaces an empty file", async () => {
    const { files } = await open({ "a.txt": "" })
    const output = await callTool(writeFile, { path: "a.txt", content: "" }, files)
    expect(output.value).toEqual({ change: "replaced", size: 0, size_before: 0 })
  })

  it("appends to the end without a separator", async () => {
    const { files, bytes } = await open({ "a.txt": "one" })
    const output = await callTool(writeFile, { path: "a.txt", content: "two", append: true }, files)
    expect(texts(output)).toEqual(["Added to the end of the file: 6 bytes now, 3 before."])
    expect(output.value).toEqual({ change: "appended", size: 6, size_before: 3 })
    expect(output.filesModified).toEqual(["a.txt"])
    expect((await bytes("a.txt")).toString()).toBe("onetwo")
  })

  it("creates a missing file to append to", async () => {
    const { files } = await open({})
    const output = await callTool(writeFile, { path: "a.txt", content: "two", append: true }, files)
    expect(output.value).toEqual({ change: "created", size: 3 })
  })

  it("replaces if append is false", async () => {
    const { files, bytes } = await open({ "a.txt": "one" })
    await callTool(writeFile, { path: "a.txt", content: "two", append: false }, files)
    expect((await bytes("a.txt")).toString()).toBe("two")
  })

  it("refuses half of a surrogate pair before it writes", async () => {
    const { files, bytes } = await open({ "a.txt": "one" })
    for (const append of [false, true]) {
      const args = { path: "a.txt", content: "x\ud83d", append }
      expect((await refusalOf(writeFile, args, files)).class).toBe("execution_error")
    }
    expect((await bytes("a.txt")).toString()).toBe("one")
    await callTool(writeFile, { path: "a.txt", content: "x😀" }, files)
    expect((await bytes("a.txt")).toString()).toBe("x😀")
  })

  it("fails if the path is a directory, as the file system does", async () => {
    const { files } = await open({ d: "directory/" })
    expect((await refusalOf(writeFile, { path: "d", content: "" }, files)).message).toBe(
      "The path does not lead to a regular file."
    )
  })
})

describe("write_file", () => {
  it("rejects unknown arguments", () => {
    expect(takes(writeFile, { path: "a", content: "b", append: true })).toBe(true)
    expect(takes(writeFile, { path: "a" })).toBe(false)
    expect(takes(writeFile, { path: "a", content: "b", mode: "a" })).toBe(false)
  })
})
