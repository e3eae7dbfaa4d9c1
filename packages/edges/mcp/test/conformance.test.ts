import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientFailures, isExpected, type Reasons, serverFailures } from "./conformance/expectedFailures.ts"
import { openFixture } from "./conformance/openFixture.ts"
import { type Failure, runSuite } from "./conformance/runSuite.ts"

const client = [process.execPath, "--conditions=@toolgate/source", join(import.meta.dirname, "conformance/client.ts")]

/** Expects the failures that have their reason in the file of expected failures: these, and all of these. */
const expectOnly = (failed: ReadonlyArray<Failure>, expected: Reasons) => {
  const lines = Object.keys(expected).filter((line) => !failed.some(({ check }) => isExpected({ [line]: "" }, check)))
  expect({ news: failed.filter(({ check }) => !isExpected(expected, check)), isPassedNow: lines }).toEqual({
    news: [],
    isPassedNow: []
  })
}

// The suite starts a program for each scenario of a client.
const timeout = 240_000

describe.each([
  ["2026-07-28", 50],
  ["2025-11-25", 33]
] as const)("the conformance suite at %s", (revision, count) => {
  it("passes against a server behind a gate", { timeout }, async () => {
    const { url, close } = await openFixture()
    onTestFinished(close)
    const { scenarios, failed } = await runSuite(["server", "--url", url, "--requirements", revision])
    expect(scenarios).toHaveLength(count)
    expectOnly(failed, serverFailures[revision])
  })
})

// The scenarios of authorization are for clients that fetch their tokens. A gate gets the headers of a server from its operator.
describe.each([
  [
    "2026-07-28",
    [
      "tools_call",
      "request-metadata",
      "sep-2322-client-request-state",
      "http-standard-headers",
      "http-custom-headers",
      "http-invalid-tool-headers",
      "json-schema-ref-no-deref",
      "json-schema-2020-12-preservation"
    ]
  ],
  ["2025-11-25", ["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"]]
] as const)("the conformance suite at %s", (revision, scenarios) => {
  it("passes with a gate as the client", { timeout }, async () => {
    const failed: Array<Failure> = []
    for (const scenario of scenarios) {
      const words = ["--scenario", scenario, "--spec-version", revision, "--command", client.join(" ")]
      const run = await runSuite(["client", ...words])
      expect(run.scenarios).toEqual([scenario])
      failed.push(...run.failed)
    }
    expectOnly(failed, clientFailures[revision])
  })
})
