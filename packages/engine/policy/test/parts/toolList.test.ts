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
  it("restricts nothing if it and the default are absent", () => {
    expect(of("")).toEqual(nothing)
    expect(of("tools: { read_file: { allowed: false } }")).toEqual(nothing)
    expect(of("default: { allowed: true }")).toEqual(nothing)
  })

  it("refuses unlisted tools if the default does", () => {
    expect(of("default: { allowed: false }")).toEqual(["deny", "default allowed: false", "p.yaml:2:1"])
    expect(of("default: { allowed: false }\ntools: { write_file: {} }")).toEqual([
      "allow",
      "tools write_file",
      "p.yaml:3:10"
    ])
  })

  it("refuses tools listed as not allowed, despite the default", () => {
    expect(of("default: { allowed: true }\ntools: { write_file: { allowed: false } }")).toEqual([
      "deny",
      "tools write_file",
      "p.yaml:3:10"
    ])
  })

  it("recognises a tool by its aliases", () => {
    expect(of("default: { allowed: false }\ntools: { save_file: {} }")[0]).toBe("allow")
    expect(of("tools: { save_file: { allowed: false } }")[0]).toBe("deny")
  })

  it("refuses a tool if it refuses one of its names", () => {
    expect(of("tools: { write_file: {}, save_file: { allowed: false } }")[0]).toBe("deny")
  })

  it("explains the change to make", () => {
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
