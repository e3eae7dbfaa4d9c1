import assert from "node:assert/strict"
import { mkdtempDisposable, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { putFile } from "@toolgate/testing"

await using folder = await mkdtempDisposable(join(tmpdir(), "workspace-"))
const path = join(folder.path, "notes/today.md")
putFile(path, "milk")
assert.equal(await readFile(path, "utf8"), "milk")
