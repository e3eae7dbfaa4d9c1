import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

/** Returns the modules that a file imports, directly or through others, without types. */
const importedFrom = (file: URL, seen = new Set<string>()): ReadonlySet<string> => {
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|(?:import|export) (?!type\b)[^"=]*? from) "([^"]+)"$/gms
  )
  for (const [, name = ""] of imports) {
    const next = name.startsWith(".") ? new URL(name, file) : undefined
    if (seen.has(next?.href ?? name)) continue
    seen.add(next?.href ?? name)
    if (next?.href.endsWith(".ts") === true) importedFrom(next, seen)
  }
  return seen
}

it("the main entry only imports its own files, so that it also runs in a browser", () => {
  const imported = [...importedFrom(new URL("../src/index.ts", import.meta.url))]
  expect(imported.filter((name) => !name.startsWith("file:"))).toEqual([])
  expect(imported.length).toBeGreaterThan(10)
  expect([...importedFrom(new URL("../src/reading.ts", import.meta.url))]).toContain("@toolgate/yaml-reading")
})
