import assert from "node:assert/strict"
import { createToolgate, defineTool } from "toolgate"
import { toExecutionResult } from "toolgate/results"

const parameters = { type: "object" } as const
const rows = [{ name: "Ada" }]
const query = defineTool({
  name: "query",
  description: "Queries.",
  parameters,
  sideEffects: "READ",
  execute: () => ({ rows })
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [query] })

const { is_error, structured_content } = toExecutionResult(await gate.dispatch({ id: "1", tool: "query", args: {} }))
assert.deepEqual([is_error, structured_content], [false, { rows }])
