import assert from "node:assert/strict"
import { FileSystems, type ResolvedPath } from "@toolgate/core"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { openWorkspace } from "toolgate/effect"

const program = Effect.gen(function* () {
  const workspace = yield* openWorkspace(".")
  const { open } = yield* FileSystems
  const files = open([{ path: `${workspace}/README.md` as ResolvedPath, mode: "r", scope: "exact" }], workspace)
  const read = yield* files.read("README.md")
  const { reason } = yield* Effect.flip(files.read("package.json"))
  return [read.length > 0, reason]
})
// Only the granted file can be read.
assert.deepEqual(await Effect.runPromise(Effect.provide(program, NodeFileSystems.layer)), [true, "Denied"])
