import assert from "node:assert/strict"
import { builtins, createToolgate } from "toolgate"

// Registers the tools that only read.
const readers = builtins().filter(({ sideEffects }) => sideEffects === "READ")
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: readers })
assert.deepEqual(
  gate.tools.list().map(({ name }) => name),
  ["read_file", "list_dir"]
)
