import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { renderKeysPage } from "./renderKeysPage.ts"

it("docs/policy-keys.md lists exactly the keys (else run pnpm docs:keys)", () => {
  expect(readFileSync(new URL("../../../../../docs/policy-keys.md", import.meta.url), "utf8")).toBe(renderKeysPage())
})
