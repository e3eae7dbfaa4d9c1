import { createToolgate, defineTool } from "toolgate"
import { expect, it, onTestFinished } from "vitest"
import * as aiSdk from "../src/ai-sdk.ts"

const named = (name: string) =>
  defineTool({ name, description: "A tool.", parameters: { type: "object" }, sideEffects: "NONE", execute: () => "" })

it("says what is wrong with a gate that is none, and with a way of approvals that there is not", async () => {
  const gate = await createToolgate({ workspace: ".", policy: "host", tools: [named("a")] })
  onTestFinished(() => gate.close())
  expect(() => aiSdk.toolsFor(gate.session({ id: "ada" }) as never)).toThrow("has to be a gate or a session")
  expect(() => aiSdk.toolsFor(gate, { approvals: "never" as never })).toThrow('has to be "wait" or "framework"')
})
