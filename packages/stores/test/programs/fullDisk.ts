// node fullDisk.ts FOLDER: fills the small disk at FOLDER with approvals, makes room, continues, and opens the store
// again on a read-only disk. Prints a line for each step.

import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { ApprovalStore } from "@toolgate/core"
import { makeNewApproval } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openStore, SqlApprovalStore } from "../../src/index.ts"

const [folder = ""] = process.argv.slice(2)
const store = Layer.provide(SqlApprovalStore.layer, openStore(`${folder}/store.sqlite`))
const filler = `${folder}/filler`
writeFileSync(filler, "x".repeat(100_000))
const fill = Effect.gen(function* () {
  const { add, list } = yield* ApprovalStore
  let added = 0
  const adding = Effect.suspend(() => add(makeNewApproval({ sealed: "x".repeat(20_000), waits: false })))
  const one = Effect.tap(adding, () => Effect.sync(() => added++))
  const error = yield* Effect.flip(Effect.forever(one))
  console.log(error.message.replace(folder, "FOLDER"))
  rmSync(filler)
  yield* one
  console.log((yield* list()).length === added)
})
await Effect.runPromise(Effect.provide(fill, store))
execFileSync("mount", ["-o", "remount,ro", folder])
const error = await Effect.runPromise(Effect.flip(Effect.provide(ApprovalStore, store)))
console.log(error.message.replace(folder, "FOLDER"))
