import assert from "node:assert/strict"
import { createToolgate, defineTool } from "toolgate"
import { MemoryApprovals } from "toolgate/effect"

const parameters = { type: "object" } as const
const execute = () => "Deployed."
const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
const approvals = MemoryApprovals.layer({
  onAsk: () => ({ decision: "deny", reason: "The terminal is unattended." }),
  timeoutMs: 60_000
})
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], approvals })
const { error } = await gate.dispatch({ id: "1", tool: "deploy", args: {} })
assert.equal(error?.why, "UserDenied")
