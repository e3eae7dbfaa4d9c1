import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { builtins, shell } from "@toolgate/builtins"
import { DryRun, parsePolicy, runTests } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-monorepo-")))
for (const file of ["package.json", "src/a.ts", "dist/a.js", "packages/core/package.json", "packages/core/src/a.ts"]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), "")
}

const read = (name: string) => readFileSync(new URL(`../policies/${name}`, import.meta.url), "utf8")
const ports = Layer.mergeAll(
  MapToolRegistry.layer([...builtins({ withHostTools: true }), shell]),
  WorkspaceResources.layer
)

it("asks about common commands of a coding agent that change more, reach further, or cannot be parsed", async () => {
  const results = await Effect.gen(function* () {
    const text = `${read("monorepo.yaml").replace(/^tests:[\s\S]*$/m, "")}tests:\n${read("usual-commands.yaml")}`
    const config = yield* parsePolicy(text, "monorepo.yaml", { home: "/home/ada" })
    const dryRun = yield* DryRun.make({
      configs: [config],
      workspace: yield* openWorkspace(folder),
      validator: yield* validator
    })
    return yield* runTests(dryRun, config.tests)
  }).pipe(Effect.provide(ports), Effect.runPromise)
  expect(results.flatMap(({ passed, test, got }) => (passed ? [] : [{ args: test.call.args, got }]))).toEqual([])
  const free = results.filter(({ got }) => got === "allow").length
  expect({ of: results.length, free }).toEqual({ of: 126, free: 110 })
})

it("has a policy that passes its own tests", async () => {
  const results = await Effect.gen(function* () {
    const config = yield* parsePolicy(read("monorepo.yaml"), "monorepo.yaml", { home: "/home/ada" })
    const dryRun = yield* DryRun.make({
      configs: [config],
      workspace: yield* openWorkspace(folder),
      validator: yield* validator
    })
    return yield* runTests(dryRun, config.tests)
  }).pipe(Effect.provide(ports), Effect.runPromise)
  expect(results.length).toBeGreaterThan(10)
  expect(results.flatMap(({ passed, test, got }) => (passed ? [] : [{ args: test.call.args, got }]))).toEqual([])
})
