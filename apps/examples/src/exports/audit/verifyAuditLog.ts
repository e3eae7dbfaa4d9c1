import assert from "node:assert/strict"
import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderSource, verifyAuditLog } from "@toolgate/audit"
import { createToolgate } from "toolgate"

await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
const gate = await createToolgate({ workspace: ".", policy: "default", tools: [], audit: { folder: folder.path } })
await gate.dispatch({ id: "1", tool: "deploy", args: {} })
await gate.close()
assert.equal((await verifyAuditLog(folderSource(folder.path))).problemCount, 0)

// Change a record.
const [segment = ""] = (await readdir(folder.path)).filter((name) => name.endsWith(".ndjson"))
const file = join(folder.path, segment)
await writeFile(file, (await readFile(file, "utf8")).replace("deploy", "read_file"))
assert((await verifyAuditLog(folderSource(folder.path))).problemCount > 0)
