import type { JsonObject } from "@toolgate/core"
import type { PolicyTest } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { type DryAnswer, isFaulty } from "./DryAnswer.ts"
import type { DryRun } from "./DryRun.ts"

/** The result of one test of a policy file. */
export interface TestResult {
  readonly test: PolicyTest
  readonly answer: DryAnswer
  readonly got: PolicyTest["expect"]
  /**
   * Whether the test passed. A test with an invalid request fails even if it expects a denial, because every policy
   * would deny the call.
   */
  readonly passed: boolean
}

/**
 * Runs the tests of a policy, and returns the results in the same order.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DryRun, parsePolicy, runTests } from "@toolgate/policy-files"
 * import { MapToolRegistry, validator } from "@toolgate/registry"
 * import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins } from "toolgate"
 *
 * const text = "version: 1\ntests: [{ call: { tool: list_dir, args: {} }, expect: deny }]"
 * const config = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
 * const program = Effect.gen(function* () {
 *   const options = { configs: [config], workspace: yield* openWorkspace("."), validator: yield* validator }
 *   return yield* runTests(yield* DryRun.make(options), config.tests)
 * })
 * const ports = Layer.merge(MapToolRegistry.layer(builtins()), WorkspaceResources.layer)
 * const [result] = await Effect.runPromise(Effect.provide(program, ports))
 * assert.deepEqual([result?.passed, result?.got], [false, "allow"])
 * ```
 */
export const runTests = (dryRun: DryRun, tests: ReadonlyArray<PolicyTest>): Effect.Effect<ReadonlyArray<TestResult>> =>
  Effect.forEach(tests, (test) =>
    Effect.map(dryRun.check(requestOf(test), test.source), (answer): TestResult => {
      const got = answer._tag === "Judged" ? answer.verdict.decision : "deny"
      return { test, answer, got, passed: got === test.expect && !isFaulty(answer) }
    })
  )

const requestOf = ({ call: { tool, args, context, definition } }: PolicyTest): JsonObject => {
  const { readOnly, noWeb, ...names } = context
  const asked = { ...names, read_only: readOnly, no_web: noWeb }
  return { tool, args, context: asked, definition } as JsonObject
}
