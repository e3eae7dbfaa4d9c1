import { defineTool, pickDefinition, type Schema } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { toClientTool } from "../src/serve/toClientTool.ts"

const promise = (output: object, isModern = true, mayRefer = true) => {
  const tool = defineTool({
    name: "count",
    description: "Counts.",
    parameters: { type: "object" },
    output: output as Schema,
    sideEffects: "NONE",
    execute: () => null
  } as never)
  return toClientTool(pickDefinition(tool), { isModern, mayRefer }).outputSchema
}

const counted = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] }

describe("the schema of a result", () => {
  it("is the tool's schema for a client that accepts such results", () => {
    expect(promise(counted, false, false)).toEqual(counted)
    expect(promise({ type: "integer" }, true, false)).toEqual({ type: "integer" })
    expect(promise({ type: "integer" }, false, false)).toBeUndefined()
    expect(promise({ type: "integer" }, false)).toBeUndefined()
  })

  it("allows a reference if the gate may replace the result with one", () => {
    const reference = expect.objectContaining({ required: ["preview", "size"] })
    // The protocol requires an object from older servers.
    expect(promise(counted, false)).toEqual({ type: "object", anyOf: [counted, reference] })
    expect(promise({ type: "integer" })).toEqual({ anyOf: [{ type: "integer" }, reference] })
  })

  it("is left out if it is recursive, because its references would break inside another schema", () => {
    const tree = { type: "object", properties: { next: { $ref: "#" } } }
    expect(promise(tree)).toBeUndefined()
    expect(promise(tree, true, false)).toEqual(tree)
  })
})
