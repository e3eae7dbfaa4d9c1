import assert from "node:assert/strict"
import { createToolgate } from "toolgate"
import { toEnvelope, toMachine } from "toolgate/results"

await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [] })
const envelope = toEnvelope(await gate.dispatch({ id: "1", tool: "deploy", args: {} }))
// A `bigint` has no form in JSON.
const line = JSON.stringify(toMachine({ ...envelope, output: { count: 7n } }))
assert.match(line, /^\{"protocol_version":1,"ok":false,"status":"error"/)
