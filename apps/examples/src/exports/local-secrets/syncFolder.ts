import assert from "node:assert/strict"
import { mkdtempDisposable, readdir, rename, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { syncFolder } from "@toolgate/local-secrets"

await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
await writeFile(join(folder.path, "draft"), "")
await rename(join(folder.path, "draft"), join(folder.path, "settings"))
// The new name survives a power loss.
await syncFolder(folder.path)
assert.deepEqual(await readdir(folder.path), ["settings"])
