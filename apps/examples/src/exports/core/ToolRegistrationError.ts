import assert from "node:assert/strict"
import { createToolgate, defineTool, ToolRegistrationError } from "toolgate"

// This tool has nothing to run.
const parameters = { type: "object" } as const
const empty = defineTool({ name: "empty", description: "Does nothing.", parameters, sideEffects: "NONE" })

await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [] })
const cause = await gate.tools.add(empty).catch((error: unknown) => error)
assert(cause instanceof ToolRegistrationError)
assert.deepEqual([cause.tool, cause.problems.length], ["empty", 1])
