import type { TestResult } from "../dryRun/runTests.ts"
import { buildVerdictJson } from "./buildVerdictJson.ts"

/** Returns the results of tests as JSON. `lacks` says what this machine lacks for the call of each test. */
export const buildTestsJson = (results: ReadonlyArray<TestResult>, lacks: ReadonlyArray<string | undefined>) => ({
  passed: results.filter(({ passed }) => passed).length,
  failed: results.filter(({ passed }) => !passed).length,
  tests: results.map(({ test, answer, got, passed }, at) => ({
    source: test.source,
    passed,
    expected: test.expect,
    got,
    verdict: buildVerdictJson(answer, { unavailable: lacks[at] })
  }))
})
