import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findPolicy, getPolicyPath } from "@toolgate/policy-files"
import { putFile } from "@toolgate/testing"

await using home = await mkdtempDisposable(join(tmpdir(), "home-"))
assert.equal(findPolicy(home.path), undefined)
putFile(getPolicyPath(home.path), "version: 1\n")
assert.equal(findPolicy(home.path), getPolicyPath(home.path))
