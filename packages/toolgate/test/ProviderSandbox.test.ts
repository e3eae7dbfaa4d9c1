import { type JsonObject, ProviderSandbox } from "@toolgate/core"
import {
  makeExecutionGrant,
  makePermissionRequest,
  makeRegisteredTool,
  runToEnd,
  testPreparing
} from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

const hosted = { kind: "provider", specs: { openai: { type: "web_search" } } } as const

testPreparing({ describe, it }, { make: ProviderSandbox.make, runs: [hosted] })

describe("the sandbox of hosted tools", () => {
  const ranIn = async (
    hosts: "any" | ReadonlyArray<{ readonly host: string; readonly port: "any" }>,
    network = true
  ) => {
    const sandbox = await Effect.runPromise(ProviderSandbox.make)
    const tool = makeRegisteredTool({
      name: "web_search",
      sideEffects: network ? "NETWORK" : "READ",
      implementations: [hosted]
    })
    const access = { files: [], hosts, env: [] }
    const request = makePermissionRequest({ args: { query: "x" } satisfies JsonObject }, tool.definition)
    const permit = {
      request,
      grant: makeExecutionGrant({ sandbox: "provider", access }),
      because: { layer: "test", rule: "all", source: "test" },
      waitedMs: 0
    }
    return Effect.runPromise(Effect.result(sandbox.prepare(permit, tool)))
  }

  it("reports that nothing ran, and names the source of the result", async () => {
    const prepared = await ranIn("any")
    if (prepared._tag === "Failure") throw new Error(prepared.failure.message)
    const { output, error, executed, enforced } = await runToEnd(prepared.success)
    expect({ output, error, executed }).toEqual({
      output: {
        content: [
          {
            type: "text",
            text: 'Tool "web_search" runs at the model provider. Nothing was run here; its result arrives with the next turn.'
          }
        ],
        success: true,
        metadata: { deferred: true }
      },
      error: undefined,
      executed: "no"
    })
    expect(new Set(Object.values(enforced))).toEqual(new Set(["none"]))
  })

  it("refuses a bound on hosts, because no provider enforces one", async () => {
    const prepared = await ranIn([{ host: "example.org", port: "any" }])
    expect(prepared).toMatchObject({ _tag: "Failure", failure: { why: "SandboxUnavailable" } })
    expect(await ranIn([])).toMatchObject({ _tag: "Failure" })
    expect(await ranIn([], false)).toMatchObject({ _tag: "Success" })
  })
})
