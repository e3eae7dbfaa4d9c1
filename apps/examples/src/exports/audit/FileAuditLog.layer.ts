import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, readAuditLog } from "@toolgate/audit"
import { builtins, createToolgate } from "toolgate"
import { FileAuditLog } from "toolgate/effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
const audit = FileAuditLog.layer({ folder: folder.path })
const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
await gate.close()

const kinds: Array<string | undefined> = []
for await (const { record } of readAuditLog(folderSource(folder.path))) kinds.push(record?.kind)
assert.deepEqual(kinds, ["log.opened", "tool.call.dispatched", "tool.call.completed", "log.closed"])
