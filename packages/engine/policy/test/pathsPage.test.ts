import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { renderPathsPage } from "./renderPathsPage.ts"

it("docs/policy-paths.md lists the built-in paths with their reasons (else run pnpm docs:paths)", () => {
  expect(readFileSync(new URL("../../../../docs/policy-paths.md", import.meta.url), "utf8")).toBe(renderPathsPage())
})
