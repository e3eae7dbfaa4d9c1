import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, readAuditPage } from "@toolgate/audit"
import { createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
const audit = { folder: folder.path }
const gate = await createToolgate({ workspace: ".", policy: "default", tools: [], audit })
for (const id of ["1", "2", "3"]) await gate.dispatch({ id, tool: "deploy", args: {} })
await gate.close()

const source = folderSource(folder.path)
const options = { outcome: "denied", newestFirst: true, limit: 2 } as const
const first = await readAuditPage(source, options)
const second = await readAuditPage(source, { ...options, cursor: first.next })
assert.deepEqual([first.lines.length, second.lines.length], [2, 1])
