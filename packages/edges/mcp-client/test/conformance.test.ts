import { join } from "node:path"
import { isNight } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { clientFailures, scenariosOfOthers } from "./conformance/expectedFailures.ts"
import { expectOnly } from "./conformance/expectOnly.ts"
import { type Failure, listScenarios, runSuite } from "./conformance/runSuite.ts"

const client = [process.execPath, "--conditions=@toolgate/source", join(import.meta.dirname, "conformance/client.ts")]

const signIns = [
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/basic-cimd",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/scope-retry-limit",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/pre-registration"
]
const newerSignIns = [
  "auth/resource-mismatch",
  "auth/offline-access-scope",
  "auth/offline-access-not-supported",
  "auth/authorization-server-migration",
  "auth/iss-supported",
  "auth/iss-not-advertised",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch"
]
const extensions = ["auth/client-credentials-jwt", "auth/client-credentials-basic"]

type Scenarios = readonly [revision: "2026-07-28" | "2025-11-25" | "extensions", scenarios: ReadonlyArray<string>]

/**
 * The client scenarios. Each starts two processes, so that by day only two kinds run: a call after a sign-in, and a
 * call of the older revision.
 */
const clientScenarios: ReadonlyArray<Scenarios> = isNight
  ? [
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
      ["2025-11-25", ["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"]],
      ["2026-07-28", [...signIns, ...newerSignIns]],
      ["2025-11-25", signIns],
      ["extensions", extensions]
    ]
  : [
      ["2026-07-28", ["auth/scope-step-up"]],
      ["2025-11-25", ["tools_call"]]
    ]

describe.each(clientScenarios)("the conformance suite at %s", (revision, scenarios) => {
  it("passes with a gate as the client", async () => {
    const failed: Array<Failure> = []
    for (const scenario of scenarios) {
      const version = revision === "extensions" ? [] : ["--spec-version", revision]
      const run = await runSuite([
        "client",
        "--scenario",
        scenario,
        ...version,
        "--timeout",
        "600000",
        "--command",
        client.join(" ")
      ])
      expect(run.scenarios).toEqual([scenario])
      failed.push(...run.failed)
    }
    const expected = Object.entries(revision === "extensions" ? {} : clientFailures[revision])
    const ofThese = expected.filter(([line]) => scenarios.some((scenario) => line.startsWith(scenario)))
    expectOnly(failed, Object.fromEntries(ofThese))
  })
})

it("has a reason for each skipped authorization scenario", () => {
  const known = [...signIns, ...newerSignIns, ...extensions, ...Object.keys(scenariosOfOthers)]
  const listed = listScenarios().filter((name) => name.startsWith("auth/"))
  expect(listed).toEqual(expect.arrayContaining(known))
  expect(known).toEqual(expect.arrayContaining(listed))
})
