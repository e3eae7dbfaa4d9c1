import assert from "node:assert/strict"
import { mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { toolboxEntries } from "@toolgate/toolbox"
import { readToolbox, ToolboxSettingsInvalid } from "toolgate/config"

await using folder = await mkdtempDisposable(join(tmpdir(), "toolbox-"))
const settings = join(folder.path, "toolbox.yaml")
await writeFile(settings, "version: 2\n")

const cause = await readToolbox({ entries: toolboxEntries, settings }).catch((error: unknown) => error)
assert(cause instanceof ToolboxSettingsInvalid)
assert.deepEqual(
  cause.problems.map(({ message }) => message),
  ['"version" must be 1']
)
