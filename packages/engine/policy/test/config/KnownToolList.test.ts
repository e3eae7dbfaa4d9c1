import { defineTool, pickDefinition } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { KnownToolList } from "../../src/config/KnownToolList.ts"

const definition = pickDefinition(
  defineTool({
    name: "tool",
    description: "For a test.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    category: "data",
    sideEffects: "NONE",
    execute: () => ""
  })
)

const facts = { name: "tool", aliases: [], category: "data", sideEffects: "NONE", effects: [], resources: [] }

describe("a list of known tools", () => {
  it("stores only facts about a tool, so that a removed tool's definition can be collected", () => {
    const [initial, added] = [new KnownToolList([definition]), new KnownToolList([])]
    added.add(definition)
    expect([initial.all, added.all]).toEqual([[facts], [facts]])
    expect([initial.has(definition), added.has(definition)]).toEqual([true, true])
  })
})
