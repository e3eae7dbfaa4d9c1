import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { foreignTrap } from "@toolgate/testing/hostile"

await using folder = await mkdtempDisposable(join(tmpdir(), "trap-"))
const { check, texts } = foreignTrap(folder.path)
// A reader that leaves texts alone passes.
for (const text of texts) check(text)
// A reader that fills in variables is caught.
assert.throws(() => check(process.env.FOREIGN_SECRET))
