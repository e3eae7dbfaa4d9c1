import type { AskedForm, FormSchema } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { fillForm } from "../../src/asking/fillForm.ts"

const asked = { callId: "1", toolName: "t", message: 'Tool "t" asks: Where to?', expiresAt: 0 }

/** Fills in a form with the lines of a person, and returns the answer and what the terminal showed. */
const fill = async (form: AskedForm, ...lines: ReadonlyArray<string>) => {
  let shown = ""
  const left = [...lines]
  const answer = await fillForm(form, {
    say: async (text) => {
      shown += text
    },
    line: async (prompt) => {
      const typed = left.shift()
      shown += `${prompt}${typed}\n`
      return typed
    }
  })
  return { answer, shown, left }
}

const withFields = (properties: FormSchema["properties"], required: ReadonlyArray<string> = []): AskedForm => ({
  ...asked,
  schema: { type: "object", properties, required }
})

describe("a form at the terminal", () => {
  it("is asked field by field, and asks again after an invalid value", async () => {
    const form = withFields(
      {
        place: { type: "string", title: "Place", oneOf: [{ const: "eu", title: "Europe" }] },
        count: { type: "integer", minimum: 1, default: 2 },
        isDraft: { type: "boolean", description: "Whether it\n  is a draft." },
        tags: { type: "array", items: { type: "string", enum: ["a", "b"] } }
      },
      ["place"]
    )
    const { answer, shown, left } = await fill(form, "y", "", "us", "eu", "0", "", "maybe", "yes", "b, a")
    expect(left).toEqual([])
    expect(answer).toEqual({ action: "accept", content: { place: "eu", count: 2, isDraft: true, tags: ["b", "a"] } })
    expect(shown).toBe(
      [
        "",
        'Tool "t" asks: Where to?',
        "Answer it? [y/N] y",
        "    Place",
        "    eu: Europe",
        "  place: ",
        '  "place" is needed.',
        "  place: us",
        '  "place" is not one of the choices.',
        "  place: eu",
        "  count (whole number; empty: 2): 0",
        '  "count" is less than 1.',
        "  count (whole number; empty: 2): ",
        "    Whether it",
        "    is a draft.",
        "  isDraft (y/n; may be empty): maybe",
        '  "isDraft" is neither true nor false.',
        "  isDraft (y/n; may be empty): yes",
        "    a",
        "    b",
        "  tags (a, b, …; may be empty): b, a",
        ""
      ].join("\n")
    )
  })

  it("omits optional fields without an answer", async () => {
    expect((await fill(withFields({ note: { type: "string" } }), "yes", "")).answer).toEqual({
      action: "accept",
      content: {}
    })
  })

  it.each(["", "n", "yesterday"])("is declined by %j", async (line) => {
    const form = withFields({ note: { type: "string" } })
    expect((await fill(form, line)).answer).toEqual({ action: "decline" })
  })

  it("is cancelled when the question is over, at each line", async () => {
    const form = withFields({ a: { type: "string" }, b: { type: "string" } })
    for (const lines of [[], ["y"], ["y", "1"]])
      expect((await fill(form, ...lines)).answer).toEqual({ action: "cancel" })
  })

  it("shows the page to open", async () => {
    const { answer, shown } = await fill({ ...asked, url: "https://example.org/login" }, "y")
    expect(answer).toEqual({ action: "accept", content: {} })
    expect(shown).toContain("  https://example.org/login\n")
    expect((await fill({ ...asked, url: "https://example.org/login" }, "")).answer).toEqual({ action: "decline" })
  })
})
