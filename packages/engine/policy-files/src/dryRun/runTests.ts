import type { JsonObject } from "@toolgate/core"
import type { PolicyTest } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { type DryAnswer, isFaulty } from "./DryAnswer.ts"
import type { DryRun } from "./DryRun.ts"

/** One test of a policy file, and what came of it. */
export interface TestResult {
  readonly test: PolicyTest
  readonly answer: DryAnswer
  readonly got: PolicyTest["expect"]
  /** False also where the call itself is faulty: such a test expects a denial and would get it under every policy. */
  readonly passed: boolean
}

/** Runs the tests of a policy, in their order. */
export const runTests = (dryRun: DryRun, tests: ReadonlyArray<PolicyTest>): Effect.Effect<ReadonlyArray<TestResult>> =>
  Effect.forEach(tests, (test) =>
    Effect.map(dryRun.check(requestOf(test), test.source), (answer): TestResult => {
      const got = answer._tag === "Judged" ? answer.verdict.decision : "deny"
      return { test, answer, got, passed: got === test.expect && !isFaulty(answer) }
    })
  )

/** A test's call as the request that it is. */
const requestOf = ({ call: { tool, args, context, definition } }: PolicyTest): JsonObject => {
  const { readOnly, noWeb, ...names } = context
  const asked = { ...names, read_only: readOnly, no_web: noWeb }
  return { tool, args, context: asked, definition } as JsonObject
}
