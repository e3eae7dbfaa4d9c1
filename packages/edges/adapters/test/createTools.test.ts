import { createToolgate, defineTool } from "toolgate"
import { expect, it, onTestFinished } from "vitest"
import * as aiSdk from "../src/ai-sdk.ts"

const named = (name: string) =>
  defineTool({ name, description: "A tool.", parameters: { type: "object" }, sideEffects: "NONE", execute: () => "" })

it("rejects an invalid gate and an unknown way of approvals", async () => {
  const gate = await createToolgate({ workspace: ".", policy: "host", tools: [named("a")] })
  onTestFinished(() => gate.close())
  expect(() => aiSdk.createTools(gate.session({ id: "ada" }) as never)).toThrow("must be a gate or a session")
  expect(() => aiSdk.createTools(gate, { approvals: "never" as never })).toThrow('must be "wait" or "framework"')
})
