import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, pendingCalls } from "@toolgate/audit"
import { createToolgate, defineTool, ToolOutcomeUnknown } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
const execute = () => Promise.reject(new ToolOutcomeUnknown({ message: "The bank did not answer." }))
const parameters = { type: "object" } as const
const pay = defineTool({ name: "pay", description: "Pays.", parameters, sideEffects: "NETWORK", execute })
const gate = await createToolgate({ workspace: ".", policy: "host", tools: [pay], audit: { folder: folder.path } })
await gate.dispatch({ id: "1", tool: "pay", args: {} })
await gate.close()

// A person has to check whether the invoice was paid.
const calls = await pendingCalls(folderSource(folder.path))
assert.deepEqual(
  calls.map(({ record, state }) => [record.tool, state]),
  [["pay", "unknown"]]
)
