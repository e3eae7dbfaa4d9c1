import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

it("exports at most 32 names, so that a newcomer can read them all", () => {
  const source = readFileSync(join(import.meta.dirname, "../src/index.ts"), "utf8")
  expect(source).not.toMatch(/export \*/)
  const names = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    list.split(",").filter((name) => name.trim() !== "")
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.length).toBeLessThanOrEqual(32)
})
