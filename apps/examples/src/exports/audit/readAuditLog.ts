import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, readAuditLog } from "@toolgate/audit"
import { builtins, createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
const audit = { folder: folder.path }
const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
for (const tool of ["list_dir", "deploy"]) await gate.dispatch({ id: tool, tool, args: {} })
await gate.close()

const denied: Array<string> = []
for await (const { record } of readAuditLog(folderSource(folder.path), { tool: "deploy" }))
  if (record?.kind === "tool.call.denied") denied.push(record.tool)
assert.deepEqual(denied, ["deploy"])
