import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { optionRows, optionsPage } from "./optionsPage/optionsPage.ts"

it("the page of the options is up to date", () => {
  expect(readFileSync(new URL("../../../docs/options.md", import.meta.url), "utf8")).toBe(optionsPage())
})

it("every option has an explanation", () => {
  expect(optionRows.filter(([, , meaning]) => meaning === "").map(([name]) => name)).toEqual([])
})
