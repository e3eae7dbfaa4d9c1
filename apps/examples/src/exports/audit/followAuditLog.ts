import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, followAuditLog } from "@toolgate/audit"
import { builtins, createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
const audit = { folder: folder.path, answers: "recorded" } as const
const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
const stop = new AbortController()
const found: Array<string> = []
const following = (async () => {
  for await (const { record } of followAuditLog(folderSource(folder.path), stop.signal))
    if (record?.kind === "tool.call.completed") found.push(record.tool)
})()
// Calls go on while the log is read.
while (found.length === 0) await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
stop.abort()
await following
await gate.close()
assert.equal(found[0], "list_dir")
