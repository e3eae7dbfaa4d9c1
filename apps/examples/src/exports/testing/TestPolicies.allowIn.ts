import assert from "node:assert/strict"
import { TestPolicies } from "@toolgate/testing"
import { createToolgate, defineTool } from "toolgate"

const parameters = { type: "object" } as const
const ping = defineTool({
  name: "ping",
  description: "Answers.",
  parameters,
  sideEffects: "NONE",
  execute: () => "pong"
})
await using gate = await createToolgate({ workspace: ".", policy: TestPolicies.allowIn("microvm"), tools: [ping] })
// This gate has no such sandbox.
const { error } = await gate.dispatch({ id: "1", tool: "ping", args: {} })
assert.equal(error?.why, "SandboxUnavailable")
