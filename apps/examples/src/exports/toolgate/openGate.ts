import assert from "node:assert/strict"
import { mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openGate } from "toolgate/config"

await using folder = await mkdtempDisposable(join(tmpdir(), "gate-"))
await writeFile(join(folder.path, "note.txt"), "hello")
await writeFile(join(folder.path, "toolgate.yaml"), "version: 1\nrules: { deny: [write_file] }\n")

// The file toolgate.yaml narrows the default policy.
await using gate = await openGate({ workspace: folder.path })
const { success } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "note.txt" } })
assert.equal(success, true)
const { error } = await gate.dispatch({ id: "2", tool: "write_file", args: { path: "note.txt", content: "" } })
assert.equal(error?.why, "PolicyDenied")
