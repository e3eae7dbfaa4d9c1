import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { findPage } from "../src/findPage.ts"
import { readPaths } from "../src/readPaths.ts"

const page = readFileSync(join(import.meta.dirname, "../../../docs/README.md"), "utf8")

it("reads the three paths and the reference, and every page of them is on the site", () => {
  const { paths, reference } = readPaths(page)
  expect(paths.map(({ title }) => title)).toEqual(["I build an app", "I use a coding agent", "I review security"])
  expect(paths[0]?.links[0]).toEqual({ text: "First hour", file: "docs/first-hour.md" })
  const files = [...paths, ...reference].flatMap(({ links }) => links.map(({ file }) => file))
  expect(files.filter((file) => findPage(file) === undefined)).toEqual(["apps/examples"])
})

it("refuses a page without them", () => {
  expect(() => readPaths("# Documentation\n")).toThrow("three numbered paths")
})
