import assert from "node:assert/strict"
import { mkdtempDisposable, readFile, realpath } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { plantFiles } from "@toolgate/testing/hostile"

await using folder = await mkdtempDisposable(join(tmpdir(), "paths-"))
const workspace = plantFiles(await realpath(folder.path), { outside: "full" })
assert.equal(await readFile(join(workspace, "dir/f"), "utf8"), "inside")
