import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findProjectPolicy } from "@toolgate/policy-files"
import { putFile } from "@toolgate/testing"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "project-"))
const find = findProjectPolicy(folder.path, [])
assert.equal(await Effect.runPromise(find), undefined)
putFile(join(folder.path, "toolgate.yaml"), "version: 1\n")
assert.equal(await Effect.runPromise(find), join(folder.path, "toolgate.yaml"))
