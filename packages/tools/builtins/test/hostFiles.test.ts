import { describe, expect, it } from "vitest"
import { readHostFile, writeHostFile } from "../src/index.ts"
import { callTool, refusalOf, takes } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"

describe.each(fileSystems)("Read and Write on $name", ({ open }) => {
  it("Read returns the text and its size in bytes", async () => {
    const { files } = await open({ hostname: "\ufeffhé\r\n" })
    const output = await callTool(readHostFile, { path: "hostname" }, files)
    expect(output.value).toEqual({ content: "\ufeffhé\r\n", size: 8 })
    expect(output.content).toEqual([])
  })

  it("Read refuses binary files", async () => {
    const { files } = await open({ f: Buffer.from([0xff]) })
    expect((await refusalOf(readHostFile, { path: "f" }, files)).message).toBe("The file is not UTF-8 text.")
  })

  it("Write returns the size in bytes and names the changed file", async () => {
    const { files, bytes } = await open({ f: "before" })
    const output = await callTool(writeHostFile, { path: "f", content: "hé" }, files)
    expect(output.value).toEqual({ size: 3 })
    expect(output.filesModified).toEqual(["f"])
    expect((await bytes("f")).toString()).toBe("hé")
  })

  it("Write refuses half of a surrogate pair before it writes", async () => {
    const { files, bytes } = await open({ f: "before" })
    expect((await refusalOf(writeHostFile, { path: "f", content: "\ud800" }, files)).class).toBe("execution_error")
    expect((await bytes("f")).toString()).toBe("before")
  })
})

describe("Read and Write", () => {
  it("reject unknown arguments", () => {
    expect(takes(readHostFile, { path: "a" })).toBe(true)
    expect(takes(readHostFile, { path: "a", encoding: "x" })).toBe(false)
    expect(takes(writeHostFile, { path: "a", content: "b" })).toBe(true)
    expect(takes(writeHostFile, { path: "a", content: "b", append: true })).toBe(false)
  })
})
