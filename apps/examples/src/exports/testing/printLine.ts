import assert from "node:assert/strict"
import { mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runUntilKilled } from "@toolgate/testing"

// The line arrives although the program is killed at once.
await using folder = await mkdtempDisposable(join(tmpdir(), "killed-"))
const program = join(folder.path, "print.mjs")
const source = import.meta.resolve("@toolgate/testing")
await writeFile(
  program,
  `import { printLine } from ${JSON.stringify(source)}; printLine("begun"); setInterval(() => {}, 1000)`
)
assert.deepEqual(await runUntilKilled(1, program), ["begun"])
