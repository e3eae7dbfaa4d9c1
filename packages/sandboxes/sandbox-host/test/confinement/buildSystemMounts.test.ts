import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { buildSystemMounts } from "../../src/confinement/buildSystemMounts.ts"

it("shows no file of the machine except those that the page about sandboxes names", () => {
  const page = readFileSync(new URL("../../../../../docs/sandboxes.md", import.meta.url), "utf8")
  const [, named = ""] = /\*\*The system's own files\*\*(.*?)\n- /s.exec(page) ?? []
  const words = new Set([...named.matchAll(/`([^`]+)`/g)].map(([, word]) => word))
  const shown = buildSystemMounts([], 1, "any").flatMap(({ kind, path }) =>
    (kind === "bind" || kind === "link") && !path.startsWith("/proc/") ? path : []
  )
  const isNamed = (path: string) => {
    const name = path.replace(/^\/etc\//, "")
    return words.has(name) || (name.startsWith("java-") && words.has("java-*"))
  }
  expect(shown.length).toBeGreaterThan(3)
  expect(shown.filter((path) => !isNamed(path))).toEqual([])
})
