import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { writeWholeFile } from "../../src/index.ts"
import { newFolder } from "./newFolder.ts"

it.each(["keep", "replace"] as const)(
  "creates a file for this user only, and leaves no temporary file: %s",
  async (existing) => {
    const folder = newFolder()
    await writeWholeFile(join(folder, "file"), "text", existing)
    expect(readdirSync(folder)).toEqual(["file"])
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("text")
    expect(statSync(join(folder, "file")).mode & 0o777).toBe(0o600)
  }
)

it.each([
  ["keep", "before"],
  ["replace", "after"]
] as const)("%s: an existing file then holds its earlier content %s", async (existing, text) => {
  const folder = newFolder()
  writeFileSync(join(folder, "file"), "before")
  await writeWholeFile(join(folder, "file"), "after", existing)
  expect(readdirSync(folder)).toEqual(["file"])
  expect(readFileSync(join(folder, "file"), "utf8")).toBe(text)
})

it.each(["keep", "replace"] as const)("does not follow links: %s", async (existing) => {
  const folder = newFolder()
  writeFileSync(join(folder, "target"), "before")
  symlinkSync("target", join(folder, "link"))
  await writeWholeFile(join(folder, "link"), "after", existing)
  expect(readFileSync(join(folder, "target"), "utf8")).toBe("before")
  expect(readdirSync(folder).toSorted()).toEqual(["link", "target"])
})

it("contains the text of one of several concurrent writers", async () => {
  const folder = newFolder()
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
  await Promise.all(texts.map((text) => writeWholeFile(join(folder, "file"), text, "keep")))
  const first = readFileSync(join(folder, "file"), "utf8")
  expect(texts).toContain(first)
  await Promise.all(texts.map((text) => writeWholeFile(join(folder, "file"), text, "keep")))
  expect(readFileSync(join(folder, "file"), "utf8")).toBe(first)
  expect(readdirSync(folder)).toEqual(["file"])
})

it("leaves no file when it cannot be written", async () => {
  const folder = newFolder()
  mkdirSync(join(folder, "there"))
  await expect(writeWholeFile(join(folder, "there"), "text", "replace")).rejects.toMatchObject({ code: "EISDIR" })
  await expect(writeWholeFile(join(folder, "none/file"), "text", "keep")).rejects.toMatchObject({ code: "ENOENT" })
  expect(readdirSync(folder)).toEqual(["there"])
})
