import assert from "node:assert/strict"
import { FileSystems } from "@toolgate/core"
import { NodeFileSystems, openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

const program = Effect.gen(function* () {
  const workspace = yield* openWorkspace(".")
  const { open } = yield* FileSystems
  const files = open([{ path: workspace, mode: "r", scope: "tree" }], workspace)
  const { reason } = yield* Effect.flip(files.read("../outside.txt"))
  return [(yield* files.read("README.md")).length > 0, reason]
})
assert.deepEqual(await Effect.runPromise(Effect.provide(program, NodeFileSystems.layer)), [true, "Denied"])
