import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource } from "@toolgate/audit"
import { createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
await using gate = await createToolgate({
  workspace: ".",
  policy: "default",
  tools: [],
  audit: { folder: folder.path }
})
const source = folderSource(folder.path)
// Each process writes its own segment.
assert.equal((await source.segments()).length, 1)
await gate.close()
