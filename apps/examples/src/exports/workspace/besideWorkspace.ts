import assert from "node:assert/strict"
import { mkdtempDisposable, realpath } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { besideWorkspace, openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(await realpath(tmpdir()), "workspace-"))
// This folder belongs to no other repository or monorepo.
assert.deepEqual(besideWorkspace(await Effect.runPromise(openWorkspace(folder.path))), [])
