import { mkdtempSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtins, shell } from "@toolgate/builtins"
import type { PolicyConfig } from "@toolgate/policy"
import { collectNames, DryRun, parsePolicy, runTests } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { type DocumentedPolicy, listDocumentedPolicies } from "./listDocumentedPolicies.ts"

const ports = Layer.mergeAll(
  MapToolRegistry.layer([...builtins({ withHostTools: true }), shell]),
  WorkspaceResources.layer
)
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-policies-")))

// The documentation states a policy's decisions in its `tests:`. They run with the code of `toolgate policy test`.
const resultsOf = ({ files }: DocumentedPolicy) =>
  Effect.gen(function* () {
    const configs: Array<PolicyConfig> = []
    for (const { file, text } of files) {
      const known = configs.length === 0 ? undefined : collectNames(configs)
      configs.push(yield* parsePolicy(text, file, { home: "/home/ada", known }))
    }
    const dryRun = yield* DryRun.make({ configs, workspace: yield* openWorkspace(folder), validator: yield* validator })
    return yield* runTests(dryRun, configs.at(-1)?.tests ?? [])
  }).pipe(Effect.provide(ports), Effect.runPromise)

describe("a policy of the documentation", () => {
  it.each(listDocumentedPolicies())("is valid, and passes its tests: $name", async (policy) => {
    const results = await resultsOf(policy)
    const failed = results.flatMap(({ passed, test, got, answer }) => {
      const because = answer._tag === "Judged" ? answer.verdict.because : answer.refused.message
      return passed ? [] : [{ source: test.source, call: test.call, expected: test.expect, got, because }]
    })
    expect(failed).toEqual([])
  })
})
