import assert from "node:assert/strict"
import { mkdtempDisposable, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeFolder } from "@toolgate/local-secrets"

await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
const path = join(folder.path, "state/toolgate")
await makeFolder(path)
assert.equal((await stat(path)).mode & 0o777, 0o700)
