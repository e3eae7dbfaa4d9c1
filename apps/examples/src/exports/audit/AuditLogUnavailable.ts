import assert from "node:assert/strict"
import { mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createToolgate } from "toolgate"
import { AuditLogUnavailable } from "toolgate/effect"

await using outside = await mkdtempDisposable(join(tmpdir(), "audit-"))
const folder = join(outside.path, "record")
await writeFile(folder, "This is a file.")

const options = { workspace: ".", policy: "default", tools: [], audit: { folder } } as const
const cause = await createToolgate(options).catch((error: unknown) => error)
assert(cause instanceof AuditLogUnavailable)
assert.equal(cause.folder, folder)
