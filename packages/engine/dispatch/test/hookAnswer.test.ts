import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readHookAnswer } from "../src/hooks/hookAnswer.ts"

const call = { id: "1", tool: "echo", args: { text: "a" }, idempotencyKey: "k" }

describe("the answer of a hook", () => {
  it.each([
    ["nothing", undefined, {}],
    ["null", null, {}],
    ["a stop", { stop: "No." }, { stop: "No." }],
    ["a stop beside what is not known", { stop: "No.", code: 403 }, { stop: "No." }],
    ["another tool", { tool: "cat" }, { tool: "cat" }],
    ["another tool, and no arguments", { tool: "cat", args: undefined }, { tool: "cat" }],
    ["arguments as a value", { args: null }, { args: null }],
    ["arguments as text", { argsText: "{" }, { argsText: "{" }],
    ["arguments in one form, the other undefined", { args: undefined, argsText: "{" }, { argsText: "{" }],
    ["the call itself", call, { tool: "echo", args: { text: "a" } }],
    ["the call with another id", { ...call, id: "2" }, { tool: "echo", args: { text: "a" } }],
    ["an object without a prototype", Object.assign(Object.create(null), { tool: "cat" }), { tool: "cat" }]
  ])("may be %s", (_what, given, read) => {
    expect(readHookAnswer(given)).toEqual(read)
  })

  it.each([
    ["a text", "stop"],
    ["an empty text", ""],
    ["a number", 0],
    ["false", false],
    ["a symbol", Symbol("stop")],
    ["a function", () => ({ stop: "No." })],
    ["a list", [{ stop: "No." }]],
    ["an error", new Error("No.")],
    ["a date", new Date(0)],
    ["a map", new Map([["stop", "No."]])],
    [
      "an instance",
      new (class {
        stop = "No."
      })()
    ],
    ["what inherits its answer", Object.create({ stop: "No." })],
    ["an object without members", {}],
    ["the answer of another library", { decision: "deny" }],
    ["another letter case", { STOP: "No." }],
    ["a member beside those that are known", { tool: "cat", when: "confirmed" }],
    ["a member that is a symbol", { tool: "cat", [Symbol.for("deny")]: true }],
    ["a member that is not shown", Object.defineProperty({ tool: "cat" }, "deny", { value: true })],
    ["a member of the prototype's name", JSON.parse('{"tool":"cat","__proto__":{"stop":"No."}}')],
    ["members that say nothing", { tool: undefined, args: undefined, argsText: undefined }],
    ["an id alone", { id: "1" }],
    ["a stop without a reason", { stop: true }],
    ["a stop that is undefined", { tool: "cat", stop: undefined }],
    ["a tool that is null", { tool: null }],
    ["arguments in two forms", { args: {}, argsText: "{}" }],
    ["a call whose text stays beside a value", { id: "1", tool: "echo", argsText: "{}", args: {} }],
    ["arguments whose text is none", { argsText: {} }],
    ["arguments whose text is null", { argsText: null }]
  ])("is invalid if it is %s", (_what, given) => {
    expect(() => readHookAnswer(given)).toThrow(TypeError)
  })

  it("is read once", () => {
    let reads = 0
    const given = {
      get tool() {
        return ++reads === 1 ? "first" : "second"
      }
    }
    expect(readHookAnswer(given)).toEqual({ tool: "first" })
    expect(reads).toBe(1)
  })

  it("leaves a call unchanged only if it is empty", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withMap: true, withNullPrototype: true, withSet: true }), (given) => {
        fc.pre(given !== undefined && given !== null)
        let read: object
        try {
          read = readHookAnswer(given)
        } catch {
          return
        }
        expect(Object.keys(read).length).toBeGreaterThan(0)
      }),
      runs(2000)
    )
  })
})
