import assert from "node:assert/strict"
import { createToolgate, defineTool } from "toolgate"
import { toEnvelope, toHuman } from "toolgate/results"

const parameters = { type: "object" } as const
const execute = () => "red: \u001b[31m"
const read = defineTool({ name: "read", description: "Reads.", parameters, sideEffects: "READ", execute })
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [read] })

const answer = await gate.dispatch({ id: "1", tool: "read", args: {} })
assert.equal(toHuman(toEnvelope(answer)), "red: \\u001b[31m")
