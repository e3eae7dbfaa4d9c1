import { describe, expect, it } from "vitest"
import { registered } from "./ask.ts"

const output = { type: "object", properties: { size: { type: "integer" } }, required: ["size"] }

describe("a tool's output", () => {
  it("is not checked without an output schema", () => {
    const { checkOutput } = registered({ type: "object" })
    expect([undefined, () => 1, "text"].map(checkOutput)).toEqual([undefined, undefined, undefined])
  })

  it("matches or is refused with a reason", () => {
    const { checkOutput } = registered({ type: "object" }, { output })
    expect(checkOutput({ size: 3 })).toBe(undefined)
    expect(checkOutput({ size: "secret" })).toBe(
      'The output of "it" does not match its schema: at "/size" a whole number is expected.'
    )
    expect(checkOutput("text")).toBe(
      'The output of "it" does not match its schema: at the top level an object is expected.'
    )
    expect(checkOutput({ size: 1, when: new Date(0) })).toBe(
      'The output of "it" does not match its schema: at "/when" the value is an instance of a class.'
    )
  })
})
