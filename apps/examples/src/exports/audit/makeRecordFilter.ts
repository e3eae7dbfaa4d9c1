import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, makeRecordFilter, readAuditLog } from "@toolgate/audit"
import { createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
const audit = { folder: folder.path }
const gate = await createToolgate({ workspace: ".", policy: "default", tools: [], audit })
await gate.dispatch({ id: "1", tool: "deploy", args: {} })
await gate.close()

const isDenied = makeRecordFilter({ outcome: "denied" })
const denied: Array<boolean> = []
for await (const { record } of readAuditLog(folderSource(folder.path)))
  if (record !== undefined) denied.push(isDenied(record))
// The log was opened, the call was denied, and the log was closed.
assert.deepEqual(denied, [false, true, false])
