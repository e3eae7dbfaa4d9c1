import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins, createToolgate } from "toolgate"
import { AuditLog } from "toolgate/effect"

// Collects one line for each call.
const lines: Array<string> = []
const audit = Layer.succeed(AuditLog, {
  entry: () => ({
    intend: () => Effect.void,
    end: ({ toolName, executed }) => void lines.push(`${toolName} ${executed}`)
  }),
  refused: ({ toolName, error }) => void lines.push(`${toolName} ${error?.why}`)
})
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
for (const tool of ["list_dir", "deploy"]) await gate.dispatch({ id: tool, tool, args: {} })
assert.deepEqual(lines, ["list_dir yes", "deploy ToolNotFound"])
