import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hiddenTexts } from "../../testing/src/hostile/hostileTexts.ts"
import { tryTextAttacks } from "../../testing/src/hostile/tryTextAttacks.ts"
import { escapeHidden, hasHidden } from "../src/index.ts"

const hidden = hiddenTexts.filter(([, text]) => hasHidden(text))

tryTextAttacks({ describe, it }, escapeHidden, "person")

describe("a text from outside", () => {
  it.each(hidden)("is shown with escapes for invisible characters: %s", (_of, text) => {
    const shown = escapeHidden(text)
    expect(shown).toMatch(/\\u[0-9a-f]{4}/)
    expect(hasHidden(shown)).toBe(false)
    const unbroken = (text: string) => text.replaceAll(/[\n\t\r"]/g, "")
    expect(JSON.parse(`"${unbroken(shown)}"`)).toBe(unbroken(text))
  })

  it("escapes a joiner at the end of a word, although Malayalam has some", () => {
    expect(escapeHidden("അവന\u0d4d\u200d")).toBe("അവന\u0d4d\\u200d")
  })

  it("contains no hidden characters after escaping and keeps all visible ones", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom(...hidden.map(([, text]) => text))
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (parts) => {
        const text = parts.join("")
        expect(hasHidden(escapeHidden(text))).toBe(false)
        expect(escapeHidden(text).replaceAll(/[^ -~]|\\u[0-9a-f]{4}/g, "")).toBe(
          text.replaceAll(/[^ -~]|\\u[0-9a-f]{4}/g, "")
        )
      })
    )
  })
})
