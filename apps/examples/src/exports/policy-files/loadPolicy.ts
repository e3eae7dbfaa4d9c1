import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadPolicy } from "@toolgate/policy-files"
import { putFile } from "@toolgate/testing"
import * as Effect from "effect/Effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "policy-"))
const file = join(folder.path, "toolgate.yaml")
putFile(file, "version: 1\nrules: { deny: [shell] }\n")
const [config] = await Effect.runPromise(loadPolicy([file]))
assert.equal(config?.rules.deny.length, 1)
// A missing file is an error: the defaults never take its place.
const { _tag } = await Effect.runPromise(Effect.flip(loadPolicy([join(folder.path, "missing.yaml")])))
assert.equal(_tag, "PolicyInvalid")
