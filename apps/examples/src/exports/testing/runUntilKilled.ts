import assert from "node:assert/strict"
import { mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runUntilKilled } from "@toolgate/testing"

await using folder = await mkdtempDisposable(join(tmpdir(), "killed-"))
const program = join(folder.path, "count.mjs")
await writeFile(program, "let n = 0; setInterval(() => console.log(process.argv[2], n++), 1)")
const [first] = await runUntilKilled(1, program, "call")
assert.equal(first, "call 0")
