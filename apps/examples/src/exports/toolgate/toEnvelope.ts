import assert from "node:assert/strict"
import { createToolgate } from "toolgate"
import { toEnvelope } from "toolgate/results"

await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [] })
const { ok, status, metadata } = toEnvelope(await gate.dispatch({ id: "1", tool: "deploy", args: {} }))
assert.deepEqual([ok, status, metadata.error?.class], [false, "error", "not_found"])
