import { tryTextAttacks } from "@toolgate/testing/hostile"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { escapeText, quoteText } from "../src/shownText.ts"

describe("quoteText", () => {
  tryTextAttacks({ describe, it }, quoteText, "log")

  it.each([
    ["line ends", "\n\r\u0085\u2028\u2029", String.raw`\n\r\u0085\u2028\u2029`],
    ["escape sequences", "\u001b[31m\u009b\u007f", String.raw`\u001b[31m\u009b\u007f`],
    ["direction marks", "\u200e\u202e\u2066\u061c", String.raw`\u200e\u202e\u2066\u061c`],
    ["what is drawn as nothing", "\u200b\ufeff\u00ad\u034f\u180b", String.raw`\u200b\ufeff\u00ad\u034f\u180b`],
    ["fillers and blanks", "\u3164\uffa0\u2800\u00a0\u2003\u3000", String.raw`\u3164\uffa0\u2800\u00a0\u2003\u3000`],
    ["tags and variation selectors", "\u{e0041}\u{e0100}\ufe0f", String.raw`\udb40\udc41\udb40\udd00\ufe0f`],
    ["half, private and unassigned characters", "\ud83d \ue000 \u0378", String.raw`\ud83d \ue000 \u0378`],
    ["marks with no letter", "\u0301a", String.raw`\u0301a`],
    ["marks on what was escaped", "a\u200b\u0338", String.raw`a\u200b\u0338`],
    ["enclosing marks", "1\u20e3", String.raw`1\u20e3`],
    ["towers of marks", `a${"\u0301".repeat(5)}`, `a${String.raw`\u0301`.repeat(5)}`],
    ["quotes and backslashes", 'a"\\u202e', String.raw`a\"\\u202e`]
  ])("makes %s visible", (_name, text, shown) => {
    expect(quoteText(text)).toBe(`"${shown}"`)
  })

  it("keeps ordinary text unchanged", () => {
    const text = "src/auth.ts Grüße, Тест, 日本語, हिन्दी, e\u0301, 👍🏽, שלום"
    expect(quoteText(text)).toBe(`"${text}"`)
  })

  it("survives a round trip", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
            fc.string()
          )
        }),
        (text) => {
          expect(JSON.parse(quoteText(text))).toBe(text)
        }
      )
    )
  })
})

describe("escapeText", () => {
  it("keeps quotes and escapes line ends", () => {
    expect(escapeText('Rule "a" asks.\nTool "b"\u202e')).toBe(String.raw`Rule "a" asks.\u000aTool "b"\u202e`)
  })
})
