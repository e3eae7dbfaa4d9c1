import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { optionRows, optionsPage } from "./optionsPage/optionsPage.ts"

it("equals the output of `pnpm docs:options`", () => {
  expect(readFileSync(new URL("../../../docs/options.md", import.meta.url), "utf8")).toBe(optionsPage())
})

it("describes every option", () => {
  expect(optionRows.filter(([, , meaning]) => meaning === "").map(([name]) => name)).toEqual([])
})
