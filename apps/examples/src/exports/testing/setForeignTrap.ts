import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setForeignTrap } from "@toolgate/testing/hostile"

await using folder = await mkdtempDisposable(join(tmpdir(), "trap-"))
const { check, texts } = setForeignTrap(folder.path)
// A reader that leaves texts alone passes.
for (const text of texts) check(text)
// A reader that fills in variables is caught.
assert.throws(() => check(process.env.FOREIGN_SECRET))
