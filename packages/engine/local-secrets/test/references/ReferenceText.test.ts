// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  escapeReferences,
  holdsReference,
  makeReference,
  splitReferences,
  type TextPart,
  writeParts
} from "../../src/references.ts"

// Generated from tokens of the reference language, so that nearly every text has a meaning in it.
const text = fc
  .array(fc.constantFrom("$", "$$", "{", "}", "${", "}${command:touch x}", "env:", "HOME", ":-", "a", "\n"), {
    maxLength: 8
  })
  .map((pieces) => pieces.join(""))
const reference = fc
  .tuple(fc.stringMatching(/^[A-Za-z_]\w{0,5}$/), fc.option(text, { nil: undefined }))
  .map(([name, otherwise]) => makeReference(name, otherwise))
  .filter((one) => one !== undefined)

describe("a literal text", () => {
  it("reads as exactly its characters", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(splitReferences(escapeReferences(given))).toEqual(given === "" ? [] : [given])
      })
    )
    expect(holdsReference(escapeReferences("${command:id}"))).toBe(false)
  })

  it("keeps its meaning beside references, or is refused", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, reference), { maxLength: 5 }), (parts: ReadonlyArray<TextPart>) => {
        const written = writeParts(parts)
        const read = typeof written === "string" ? splitReferences(written) : parts
        if ("fault" in read) throw new Error(read.fault)
        const references = (all: ReadonlyArray<TextPart>) => all.filter((part) => typeof part !== "string")
        expect(references(read)).toEqual(references(parts))
        if (typeof written === "string") expect(read.join("")).toBe(parts.join(""))
      })
    )
  })

  it("forms no reference together with other text", () => {
    expect(writeParts(["$", "{command:id}"])).toBe("$${command:id}")
    expect(writeParts(["$", { kind: "env", of: "HOME" }])).toHaveProperty("fault")
    expect(writeParts(["", { kind: "env", of: "HOME}${command:id" }])).toHaveProperty("fault")
  })
})

describe("a reference to a variable", () => {
  it.each(["HOME}${command:id}${env:HOME", "A B", "", "1A", "A:-b", "ключ", "A\n", "A}", "command:id"])(
    "has no name like %j",
    (name) => expect(makeReference(name)).toBeUndefined()
  )

  it.each(["}", "${env:B", "a{b", "a\nb"])("cannot have the default %j", (otherwise) =>
    expect(makeReference("A", otherwise)).toBeUndefined()
  )

  it("may have a default", () => {
    const reference = makeReference("A", "https://a.example/:-x")
    expect(reference).toEqual({ kind: "env", of: "A", otherwise: "https://a.example/:-x" })
    expect(writeParts([reference ?? ""])).toBe("${env:A:-https://a.example/:-x}")
    expect(splitReferences("${env:A:-}")).toEqual([{ kind: "env", of: "A", otherwise: "" }])
  })
})
