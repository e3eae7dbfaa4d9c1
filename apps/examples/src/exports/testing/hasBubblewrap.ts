import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { hasBubblewrap } from "@toolgate/testing"

// Vitest would skip the test with `it.skipIf(!hasBubblewrap())`.
if (hasBubblewrap()) assert.equal(spawnSync("bwrap", ["--version"]).status, 0)
