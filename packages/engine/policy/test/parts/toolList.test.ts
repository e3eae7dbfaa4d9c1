import { describe, expect, it } from "vitest"
import { toolList } from "../../src/index.ts"
import { call, configOf, principal, tools } from "../judging.ts"

const of = (text: string, tool = tools.write_file) => {
  const verdict = toolList(configOf(text)).of(tool, { principal: principal(), caller: { kind: "direct" } })
  if (typeof verdict === "function") throw new Error("It depends on nothing of the call.")
  return [verdict.decision, verdict.because.rule, verdict.because.source]
}
const nothing = ["allow", "no objection", "none"]

describe("the list of tools", () => {
  it("bounds nothing where neither it nor a default is there", () => {
    expect(of("")).toEqual(nothing)
    expect(of("tools: { read_file: { allowed: false } }")).toEqual(nothing)
    expect(of("default: { allowed: true }")).toEqual(nothing)
  })

  it("refuses what the default refuses and it does not name", () => {
    expect(of("default: { allowed: false }")).toEqual(["deny", "default allowed: false", "p.yaml:2:1"])
    expect(of("default: { allowed: false }\ntools: { write_file: {} }")).toEqual([
      "allow",
      "tools write_file",
      "p.yaml:3:10"
    ])
  })

  it("refuses what it names as not allowed, whatever the default", () => {
    expect(of("default: { allowed: true }\ntools: { write_file: { allowed: false } }")).toEqual([
      "deny",
      "tools write_file",
      "p.yaml:3:10"
    ])
  })

  it("knows a tool by its other names", () => {
    expect(of("default: { allowed: false }\ntools: { save_file: {} }")[0]).toBe("allow")
    expect(of("tools: { save_file: { allowed: false } }")[0]).toBe("deny")
  })

  it("refuses a tool that it refuses by one of its names", () => {
    expect(of("tools: { write_file: {}, save_file: { allowed: false } }")[0]).toBe("deny")
  })

  it("says what to change", () => {
    const explained = (text: string) => toolList(configOf(text)).explain(call(tools.add), principal())
    expect(explained("default: { allowed: false }")).toEqual([
      {
        because: { layer: "tools", rule: "default allowed: false", source: "p.yaml:2:1" },
        effect: "deny",
        said: 'Tool "add" is not listed, and the default is to refuse.',
        change: 'Add "add" to tools.'
      }
    ])
    expect(explained("tools: { add: { allowed: false } }")).toMatchObject([
      { change: 'Set "allowed" to true in the entry of "add" under tools.' }
    ])
    expect(explained("")).toEqual([])
  })
})
