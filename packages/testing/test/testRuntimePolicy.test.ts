import { type Permit, type ResolvedPath, RuntimePolicy, refused, unlimited } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { TestPolicies, testRuntimePolicy } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

describe("a policy that denies", () => testRuntimePolicy({ describe, it }, TestPolicies.denies))
describe("a policy that routes", () => testRuntimePolicy({ describe, it }, TestPolicies.allowIn("second")))

/** Returns the number of cases that a policy fails. */
const failures = async (
  change: (permit: Permit) => unknown,
  mayPermit = () => true,
  judge?: RuntimePolicy["Service"]["judge"]
) => {
  const policy = Layer.succeed(RuntimePolicy, {
    mayPermit,
    ...(judge === undefined ? {} : { judge }),
    checkPermission: (request) =>
      Effect.succeed(
        change({
          request,
          grant: {
            sandbox: "host",
            confinement: "required",
            limits: unlimited(),
            access: { files: [], hosts: [], env: [] }
          },
          because: { layer: "test", rule: "test", source: "test" },
          waitedMs: 0
        }) as Permit
      )
  })
  return (await failedCases((suite) => testRuntimePolicy(suite, policy))).length
}

it("fails for a policy that breaks one of its promises", async () => {
  let asked = 0
  expect(await failures((permit) => permit)).toBe(0)
  expect(
    await failures(
      (permit) => permit,
      () => false
    )
  ).toBe(1)
  expect(await failures((permit) => ({ ...permit, request: { ...permit.request } }))).toBe(1)
  expect(await failures((permit) => ({ ...permit, because: { ...permit.because, say: () => "no data" } }))).toBe(1)
  expect(
    await failures(({ grant, ...permit }) => ({
      ...permit,
      grant: { ...grant, limits: { ...grant.limits, wallMs: Number.NaN } }
    }))
  ).toBe(1)
  const host = { path: "/" as ResolvedPath, mode: "rw", scope: "tree" } as const
  expect(
    await failures(({ grant, ...permit }) => ({ ...permit, grant: { ...grant, access: { files: [host] } } }))
  ).toBe(1)
  expect(await failures((permit) => ({ ...permit, approval: { id: "another" } }))).toBe(1)
  expect(
    await failures(({ request: { given } }) => ({ _tag: "ArgumentsEdited", approval: given?.id ?? "a", args: {} }))
  ).toBe(1)
  const none = { decision: "deny", refusal: refused("PolicyDenied", "No.") } as const
  expect(
    await failures(
      (permit) => permit,
      () => true,
      () => Effect.succeed(none)
    )
  ).toBe(1)
  expect(await failures((permit) => ({ ...permit, grant: { ...permit.grant, sandbox: `s${asked++}` } }))).toBe(1)
})
