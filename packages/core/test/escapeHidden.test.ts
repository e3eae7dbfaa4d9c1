import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { escapeHidden, hasHidden } from "../src/index.ts"

/** Invisible characters, each with a name. */
const hidden: ReadonlyArray<readonly [of: string, text: string]> = [
  ["a zero-width space", "a\u200bb"],
  ["a joiner between letters that need none", "a\u200db"],
  ["a non-joiner at the end of a word", "می\u200c"],
  ["a mark of direction", "\u202eb\u202c"],
  ["an isolate", "\u2066b\u2069"],
  ["a word joiner", "a\u2060b"],
  ["an invisible sign of mathematics", "a\u2063b"],
  ["a byte order mark", "\ufeffa"],
  ["a soft hyphen", "pass\u00adword"],
  ["a filler of Hangul", "a\u3164b"],
  ["letters as tags", [..."ignore"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("")],
  ["letters as tags behind a flag", "\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}"],
  ["a language tag", "a\u{e0001}b"],
  ["variation selectors that spell bytes", "a\ufe01\ufe02\u{e0101}\u{e0110}"],
  ["a variation selector behind a letter", "a\ufe0f"],
  ["several variation selectors behind an emoji", "\u{1f600}\ufe0f\ufe0f"],
  ["a joiner behind an emoji", "\u{1f600}\u200d"],
  ["an annotation", "a\ufff9b\ufffac\ufffb"],
  ["a control character", "a\u001b[31mb"],
  ["a separator of lines", "a\u2028b"],
  ["half a character", "a\ud800b"]
]

const harmless: ReadonlyArray<readonly [of: string, text: string]> = [
  ["lines and tabs", "a\tb\r\nc\nd"],
  ["other scripts", "Ключ, 東京タワー, ελληνικά, العربية, עברית, ไทย"],
  ["Persian", "می\u200cخواهم کتاب\u200cها را بخوانم"],
  ["Hindi", "क\u094d\u200dष और र\u094d\u200cय"],
  ["Malayalam", "അവന\u0d4d\u200d"],
  ["an emoji", "\u{1f600} ok"],
  ["an emoji with its look", "❤\ufe0f"],
  ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  ["a person with a skin tone", "\u{1f44d}\u{1f3fd}, \u{1f469}\u{1f3fd}\u200d\u{1f4bb}"],
  ["a flag of joined parts", "\u{1f3f3}\ufe0f\u200d\u{1f308}"],
  ["a flag of letters", "\u{1f1e9}\u{1f1ea}"],
  ["a flag of a region", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["a key", "1\ufe0f\u20e3"],
  ["marks above letters", "e\u0301, n\u0303"]
]

describe("a text of a stranger", () => {
  it.each(hidden)("is shown with escapes for invisible characters: %s", (_of, text) => {
    expect(hasHidden(text)).toBe(true)
    const shown = escapeHidden(text)
    expect(shown).toMatch(/\\u[0-9a-f]{4}/)
    expect(hasHidden(shown)).toBe(false)
    expect(JSON.parse(`"${shown.replaceAll(/[\n\t\r"]/g, "")}"`)).toBe(text)
  })

  it.each(harmless)("stays as it is where a joiner or a mark is seen: %s", (_of, text) => {
    // A joiner at the end of a word belongs to it in Malayalam alone; the others stand between letters.
    if (text.endsWith("\u200d")) expect(escapeHidden(text)).toBe(text.replace(/\u200d$/, "\\u200d"))
    else expect(escapeHidden(text)).toBe(text)
  })

  it("has nothing hidden once it is escaped, and loses nothing that is seen", () => {
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
