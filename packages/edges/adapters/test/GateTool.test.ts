import { createToolgate, defineHostedTool, defineTool, Type } from "toolgate"
import { expect, it } from "vitest"
import { gateTools } from "../src/GateTool.ts"

it("offers a framework no tool that the provider of the model runs", async () => {
  await using gate = await createToolgate({
    workspace: import.meta.dirname,
    policy: "host",
    tools: [
      defineHostedTool({
        name: "search_the_web",
        description: "Searches the web.",
        sideEffects: "NETWORK",
        providerSpecs: { openai: { type: "web_search" } }
      }),
      defineTool({
        name: "add",
        description: "Adds.",
        sideEffects: "NONE",
        parameters: Type.Object({}),
        execute: () => 3
      })
    ]
  })
  const session = await gate.session({ id: "alice" })
  for (const door of [gate, session]) expect(gateTools(door, {}).map(({ name }) => name)).toEqual(["add"])
})
