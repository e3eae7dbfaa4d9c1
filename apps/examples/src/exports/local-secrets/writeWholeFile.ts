import assert from "node:assert/strict"
import { mkdtempDisposable, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeWholeFile } from "@toolgate/local-secrets"

await using folder = await mkdtempDisposable(join(tmpdir(), "state-"))
const path = join(folder.path, "settings.json")
await writeWholeFile(path, "{}", "replace")
await writeWholeFile(path, "[]", "keep")
assert.equal(await readFile(path, "utf8"), "{}")
