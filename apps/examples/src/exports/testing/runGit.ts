import assert from "node:assert/strict"
import { mkdtempDisposable } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasGit, putFile, runGit } from "@toolgate/testing"

await using folder = await mkdtempDisposable(join(tmpdir(), "repository-"))
if (hasGit()) {
  runGit(folder.path, "init")
  putFile(join(folder.path, "a.txt"))
  assert.equal(runGit(folder.path, "status", "--short"), "?? a.txt\n")
}
