import { describe, expect, it } from "vitest"
import { deleteFile, insertText, moveFile } from "../src/index.ts"
import { callTool, refusalOf, texts } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"

describe.each(fileSystems)("insert_text on $name", ({ open }) => {
  it.each([
    ["before the first line", "a\nb\n", 0, "x", "x\na\nb\n"],
    ["between two lines", "a\nb\n", 1, "x\ny\n", "a\nx\ny\nb\n"],
    ["after the last line", "a\nb\n", 2, "x", "a\nb\nx\n"],
    ["after a last line without an end", "a", 1, "x\n", "a\nx"],
    ["into an empty file", "", 0, "x", "x\n"],
    ["an empty line", "a\n", 1, "", "a\n\n"],
    ["into a file with CRLF", "a\r\nb\r\n", 1, "x\ny", "a\r\nx\r\ny\r\nb\r\n"],
    ["behind a byte order mark", "\ufeffa\n", 0, "x", "\ufeffx\na\n"]
  ])("inserts %s", async (_, before, line, text, after) => {
    const { files, bytes } = await open({ "a.txt": before })
    await callTool(insertText, { path: "a.txt", line, text }, files)
    expect(String(await bytes("a.txt"))).toBe(after)
  })

  it("reports the new lines, and refuses a line past the end", async () => {
    const { files, bytes } = await open({ "a.txt": "a\nb\n" })
    const output = await callTool(insertText, { path: "a.txt", line: 1, text: "x\ny" }, files)
    expect(texts(output)).toEqual(["Inserted lines 2 to 3: 8 bytes now, 4 before."])
    expect(output.value).toEqual({ start_line: 2, end_line: 3, size: 8, size_before: 4 })
    const refusal = await refusalOf(insertText, { path: "a.txt", line: 5, text: "z" }, files)
    expect(refusal.message).toBe('The argument "line" is past the end: the file has 4 lines.')
    expect(String(await bytes("a.txt"))).toBe("a\nx\ny\nb\n")
  })

  it("reports that half a character cannot be written", async () => {
    const { files } = await open({ "a.txt": "a\n" })
    const refusal = await refusalOf(insertText, { path: "a.txt", line: 1, text: "\ud800" }, files)
    expect(refusal.message).toBe("The text to write contains half a character (a lone surrogate).")
  })
})

describe.each(fileSystems)("delete_file on $name", ({ open }) => {
  it("deletes a file, and reports a missing one", async () => {
    const { files } = await open({ "a.txt": "abc" })
    expect(texts(await callTool(deleteFile, { path: "a.txt" }, files))).toEqual([
      "Deleted the file, which had 3 bytes."
    ])
    expect(await files.exists("a.txt")).toBe(false)
    expect((await refusalOf(deleteFile, { path: "a.txt" }, files)).message).toBe("Nothing exists at the path.")
  })
})

describe.each(fileSystems)("move_file on $name", ({ open }) => {
  it("moves a file with any content", async () => {
    const { files, bytes } = await open({ "a.bin": new Uint8Array([0, 255]) })
    const output = await callTool(moveFile, { from: "a.bin", to: "b.bin" }, files)
    expect(output.filesModified).toEqual(["a.bin", "b.bin"])
    expect(await bytes("b.bin")).toEqual(Buffer.from([0, 255]))
    expect(await files.exists("a.bin")).toBe(false)
  })

  it("changes nothing if the new path exists, or the old one is missing", async () => {
    const { files, bytes } = await open({ "a.txt": "a", "b.txt": "b", folder: "directory/" })
    expect((await refusalOf(moveFile, { from: "a.txt", to: "b.txt" }, files)).message).toContain("already")
    expect((await refusalOf(moveFile, { from: "a.txt", to: "a.txt" }, files)).message).toContain("already")
    expect((await refusalOf(moveFile, { from: "a.txt", to: "folder" }, files)).message).toContain("already")
    expect((await refusalOf(moveFile, { from: "folder", to: "c" }, files)).message).toContain("regular file")
    expect((await refusalOf(moveFile, { from: "z.txt", to: "c" }, files)).message).toBe("Nothing exists at the path.")
    expect([String(await bytes("a.txt")), String(await bytes("b.txt"))]).toEqual(["a", "b"])
  })
})
