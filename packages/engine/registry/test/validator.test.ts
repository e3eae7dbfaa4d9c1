import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { validator } from "../src/index.ts"
import { answer, messageOf, problemsOf, registered, tool } from "./ask.ts"

const { checkTool, reader } = await Effect.runPromise(validator)
const line = { called: "The line", are: "is", instead: "as in {}", isLine: true } as const
const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false }

describe("the validator", () => {
  it("checks definitions and arguments like the registry", () => {
    const parameters = { ...schema }
    const checked = checkTool(tool("it", { parameters }))
    if (!("parse" in checked)) throw new Error(checked.join("; "))
    for (const value of [{ n: 1 }, { n: "1" }, {}, [], undefined])
      expect(answer(checked.parse({ args: value }))).toEqual(answer(registered(parameters).parse({ args: value })))
    const broken = tool("a b", { sideEffects: "READ", effects: ["local_exec"] })
    expect(checkTool(broken)).toEqual(problemsOf(broken))
    expect(checkTool(broken)).not.toEqual([])
  })

  it.each([
    ['{"n":1}', undefined],
    ["", "The line is empty; send a JSON object, as in {}."],
    ['{"n":', "The line cannot be read as JSON: at column 6, the text ends where a value is expected."],
    ["[]", "The line must be a JSON object, not an array."],
    [
      '{"n":"1","nn":2}',
      'The line is invalid: "/nn" is not a known property (did you mean "n"?); at "/n" a whole number is expected.'
    ],
    [`{"n":${"[".repeat(130)}`, /^The line cannot be read as JSON: at column \d+, /],
    [" ".repeat(16 * 1024 * 1024 + 1), "The line is longer than 16777216 characters; send less in one call."]
  ])("reads %#, and names its subject in every refusal", (json, says) => {
    const message = messageOf(reader(schema)(line)({ argsText: json }))
    if (says instanceof RegExp) expect(message).toMatch(says)
    else expect(message).toBe(says)
  })

  it("reports values that JSON cannot represent", () => {
    expect(messageOf(reader(schema)(line)({ args: { n: 1n } }))).toMatch(/^The line is invalid: the value at "\/n" /)
  })

  it("throws for an invalid schema", () => {
    expect(() => reader({ type: "array" })).toThrow(/^The schema is invalid: .*"\/type"/)
  })
})
