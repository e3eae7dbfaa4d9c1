import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import reasons from "../dependencies.json" with { type: "json" }
import { findUsers, renderDependencies } from "../renderDependencies.ts"

const root = join(import.meta.dirname, "../..")
it("the list of dependencies has each one that is installed, and a reason for it", () => {
  expect(readFileSync(join(root, "docs/dependency-list.md"), "utf8")).toBe(renderDependencies())
  expect(Object.keys(reasons).toSorted()).toEqual([...findUsers().keys()].toSorted())
  expect(Object.values(reasons).filter((why) => !why.includes(" "))).toEqual([])
})

it("every version in the catalog is exact", () => {
  const [, catalog = ""] =
    /^catalog:\n((?: {2}.+\n)+)/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) ?? []
  const versions = catalog.trim().split("\n")
  expect(versions.length).toBeGreaterThan(10)
  expect(versions.filter((line) => !/: \d+\.\d+\.\d+(?:-[\w.]+)?$/.test(line))).toEqual([])
})
