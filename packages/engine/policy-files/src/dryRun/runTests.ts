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

/** Runs the tests of a policy, and returns the results in the same order. */
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
