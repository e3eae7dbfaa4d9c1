import { describe, expect, it } from "vitest"
import { readOptions } from "../src/options.ts"
import { selectFamilies } from "../src/selectFamilies.ts"

const count = (...args: ReadonlyArray<string>) => selectFamilies(readOptions(args)).length

describe("families", () => {
  it("selects one by its name", () => {
    expect(count("--only", "peers")).toBe(1)
    expect(count("--only", "policy.names")).toBe(1)
  })

  it("selects all whose names start with the given one and a dot", () => {
    expect(count("--only", "policy")).toBe(10)
    expect(count("--only", "supervisor")).toBe(5)
    expect(count("--only", "audit")).toBe(5)
    expect(count("--only", "approvals")).toBe(3)
    expect(count("--only", "mcp")).toBe(5)
    expect(count("--only", "toolbox")).toBe(4)
  })

  it("refuses an unknown name, and lists the known ones", () => {
    expect(() => count("--only", "polic")).toThrow(
      /"--only" takes one of everything, .*policy\.dispatch, sandboxes\..*, heap\./
    )
  })
})
