import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatName } from "../src/formatName.ts"

describe("printableName", () => {
  it.each(["a.txt", "résumé.md", "日本語", "x-(1)", "[a]", "👍", "it's"])("keeps %s unchanged", (name) => {
    expect(formatName(name)).toBe(name)
  })

  it("shows no invisible characters, and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (name) => {
        const shown = formatName(name)
        expect(shown).not.toMatch(/(?! )[\p{C}\p{Z}]/u)
        expect(shown.startsWith('"') ? JSON.parse(shown) : shown).toBe(name)
      })
    )
  })
})
