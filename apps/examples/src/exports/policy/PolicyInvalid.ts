import assert from "node:assert/strict"
import { mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createToolgate } from "toolgate"
import { PolicyInvalid } from "toolgate/effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "policy-"))
const file = join(folder.path, "toolgate.yaml")
await writeFile(file, "version: 1\nrules: { denny: [shell] }\n")

const options = { workspace: ".", policy: { files: [file] }, tools: [] }
const cause = await createToolgate(options).catch((error: unknown) => error)
assert(cause instanceof PolicyInvalid)
assert.match(cause.message, /denny/)
