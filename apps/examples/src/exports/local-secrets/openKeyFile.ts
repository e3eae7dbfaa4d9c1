import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openKeyFile } from "@toolgate/local-secrets"

await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
const path = join(folder.path, "approvals.key")
// The first call makes the key, and later calls read it.
const { id } = await openKeyFile(path)
assert.equal((await openKeyFile(path)).id, id)
