import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { builtins, createToolgate, shell } from "toolgate"
import { addUntaken } from "toolgate/config"
import { partsOf } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
// `read_file` is already there, and stays as it is.
await Effect.runPromiseWith(partsOf(gate).services)(addUntaken([...builtins(), shell]))
assert.deepEqual(
  gate.tools.list().map(({ name }) => name),
  ["read_file", "write_file", "patch_file", "list_dir", "shell"]
)
