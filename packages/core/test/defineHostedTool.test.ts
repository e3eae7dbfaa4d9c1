import { describe, expect, it } from "vitest"
import { defineHostedTool, defineTool, isHosted } from "../src/index.ts"

describe("defineHostedTool", () => {
  it("makes a tool that only its provider runs", () => {
    const specs = { openai: { type: "web_search" }, anthropic: { type: "web_search_20260318", name: "web_search" } }
    const tool = defineHostedTool({
      name: "web_search",
      description: "Searches the web.",
      sideEffects: "NETWORK",
      risk: "LOW",
      providerSpecs: specs
    })
    expect(tool.implementations).toEqual([{ kind: "provider", specs }])
    expect([tool.risk, tool.parameters, tool.callers, tool.lazySchema]).toEqual([
      "LOW",
      { type: "object" },
      ["direct"],
      false
    ])
    expect(isHosted(tool)).toBe(true)
    expect(tool).not.toHaveProperty("providerSpecs")
  })

  it("makes a different kind of tool than defineTool", () => {
    expect(
      isHosted(
        defineTool({
          name: "a",
          description: "A.",
          parameters: { type: "object" },
          sideEffects: "NONE",
          execute: () => null
        })
      )
    ).toBe(false)
  })
})
