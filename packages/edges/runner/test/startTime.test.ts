import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

it("loads no schema library, because that takes longer than the rest of an agent's start", () => {
  const folder = join(import.meta.dirname, "../src")
  const sources = globSync("*.ts", { cwd: folder }).map((path) => readFileSync(join(folder, path), "utf8"))
  expect(sources.join("\n")).not.toMatch(/^(?:import|export) (?!type )[^"]*"@toolgate\/runner-protocol"/m)
})
