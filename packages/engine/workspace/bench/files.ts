// Measures a small read and a resolve beside a plain read of the same file. To run: node --conditions=@toolgate/source
// bench/files.ts
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileSystems, Resources } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { NodeFileSystems, openWorkspace, WorkspaceResources } from "../src/index.ts"
import { contextIn, toolWith } from "../test/resolving.ts"

const times = 20_000
const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-"))
mkdirSync(join(folder, "src/deep"), { recursive: true })
for (const name of ["f", "src/deep/f"]) writeFileSync(join(folder, name), "x".repeat(1000))

const measured = <A, E, R>(name: string, once: () => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      for (let i = 0; i < times; i++) yield* once()
      best = Math.min(best, performance.now() - started)
    }
    console.log(`${((best / times) * 1000).toFixed(1).padStart(6)} µs  ${name}`)
  })

const program = Effect.gen(function* () {
  const workspace = yield* openWorkspace(folder)
  const { containment, open } = yield* FileSystems
  const { resolve } = yield* Resources
  const files = open([{ path: workspace, mode: "rw", scope: "tree" }], workspace)
  const context = contextIn(workspace)
  const declares = toolWith({ kind: "file", arg: "/path", mode: "r", within: "workspace" })
  const declaresNothing = toolWith()
  console.log(`containment: ${containment}`)
  for (const path of ["f", "src/deep/f"]) {
    const whole = join(folder, path)
    yield* measured(`${path}: readFileSync`, () => Effect.sync(() => readFileSync(whole, "utf8")))
    yield* measured(`${path}: realpathSync, then readFileSync`, () =>
      Effect.sync(() => readFileSync(realpathSync.native(whole), "utf8"))
    )
    yield* measured(`${path}: files.read`, () => files.read(path))
    yield* measured(`${path}: resolve`, () => resolve(declares, { path }, context))
    yield* measured(`${path}: files.write`, () => files.write(path, "x".repeat(1000)))
  }
  yield* measured("resolve for a tool that declares nothing", () => resolve(declaresNothing, {}, context))
})

await Effect.runPromise(Effect.provide(program, Layer.merge(NodeFileSystems.layer, WorkspaceResources.layer)))
rmSync(folder, { recursive: true })
