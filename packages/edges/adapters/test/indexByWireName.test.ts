import * as Effect from "effect/Effect"
import { createToolgate, defineTool, Type } from "toolgate"
import { expect, it, onTestFinished } from "vitest"
import { createTools } from "../src/ai-sdk.ts"
import { createTools as effectToolsFor } from "../src/effect-toolkit.ts"
import { createTools as langChainToolsFor } from "../src/langchain.ts"
import { createTools as mastraToolsFor } from "../src/mastra.ts"
import { createTools as openAiToolsFor } from "../src/openai-agents.ts"

const opened = async (...names: ReadonlyArray<string>) => {
  const tools = names.map((name) =>
    defineTool({ name, description: "A tool.", parameters: Type.Object({}), sideEffects: "NONE", execute: () => name })
  )
  const gate = await createToolgate({ workspace: ".", policy: "host", tools })
  onTestFinished(() => gate.close())
  return gate
}

it("gives a tool a name that every provider accepts, and calls it by its own name", async () => {
  const gate = await opened("math.add", "x".repeat(70))
  const names = ["math_add", "x".repeat(64)]
  expect(Object.keys(createTools(gate))).toEqual(names)
  expect(Object.keys(mastraToolsFor(gate))).toEqual(names)
  expect(langChainToolsFor(gate).map(({ name }) => name)).toEqual(names)
  const { tools } = await Effect.runPromise(effectToolsFor(gate))
  expect(Object.keys(tools)).toEqual(names)
  const answer = await mastraToolsFor(gate).math_add?.execute?.({}, {} as never)
  expect(answer).toMatchObject({ toolName: "math.add", success: true })
  const call = { type: "tool_call", id: "1", name: "math_add", args: {} }
  expect(await langChainToolsFor(gate)[0]?.invoke(call)).toMatchObject({
    artifact: { toolName: "math.add", success: true }
  })
})

it("distinguishes tools with colliding names, and calls each by its own name", async () => {
  const gate = await opened("math.add", "math_add")
  const names = ["math_add_ecef409b", "math_add"]
  expect(Object.keys(createTools(gate))).toEqual(names)
  expect(Object.keys(mastraToolsFor(gate))).toEqual(names)
  expect(langChainToolsFor(gate).map(({ name }) => name)).toEqual(names)
  expect(openAiToolsFor(gate).map(({ name }) => name)).toEqual(names)
  expect(Object.keys((await Effect.runPromise(effectToolsFor(gate))).tools)).toEqual(names)
  for (const [index, toolName] of ["math.add", "math_add"].entries())
    expect(await mastraToolsFor(gate)[names[index] ?? ""]?.execute?.({}, {} as never)).toMatchObject({ toolName })
})
