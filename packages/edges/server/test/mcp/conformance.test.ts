import { describe, expect, it, onTestFinished } from "vitest"
import { expectOnly } from "../../../mcp-client/test/conformance/expectOnly.ts"
import { runSuite } from "../../../mcp-client/test/conformance/runSuite.ts"
import { serverFailures } from "./conformance/expectedFailures.ts"
import { openFixture } from "./conformance/openFixture.ts"

describe.each([
  ["2026-07-28", 50],
  ["2025-11-25", 33]
] as const)("the conformance suite at %s", (revision, count) => {
  it("passes against a server behind a gate", async () => {
    const { url, close } = await openFixture()
    onTestFinished(close)
    const { scenarios, failed } = await runSuite(["server", "--url", url, "--requirements", revision])
    expect(scenarios).toHaveLength(count)
    expectOnly(failed, serverFailures[revision])
  })
})
