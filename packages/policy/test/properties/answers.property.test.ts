import type { PermissionRequest, Principal } from "@toolgate/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "./runs.ts"
import { anyWorld, busyWorld, policyOf } from "./world/world.ts"

describe("an explanation", () => {
  it("has the verdict of the judge, and the rule that decided among its findings with that effect", () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const policy = policyOf(world)
        for (const request of world.requests) {
          const verdict = policy.judge(request)
          const explanation = policy.explain(request)
          expect(explanation.verdict).toEqual(verdict)
          const findings = explanation.steps.flatMap((step) => step.findings)
          const unopposed = verdict.decision === "allow" && verdict.because.layer === "policy"
          if (!unopposed)
            expect(findings.map(({ effect, because }) => ({ effect, because }))).toContainEqual({
              effect: verdict.decision,
              because: verdict.because
            })
        }
      }),
      runs(2500)
    )
  })

  it("finds nothing stricter than the verdict in a part without allow rules", () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const policy = policyOf(world)
        for (const request of world.requests) {
          const { verdict, steps } = policy.explain(request)
          const effects = steps
            .filter(({ part }) => part !== "confirmation")
            .flatMap(({ findings }) => findings.map(({ effect }) => effect))
          if (verdict.decision === "allow") expect(effects).not.toContain("ask")
          if (verdict.decision !== "deny") expect(effects).not.toContain("deny")
        }
      }),
      runs(2500)
    )
  })
})

describe("what a policy says of a tool before it is called", () => {
  it("is that it may be permitted, if any call of it is not denied", () => {
    fc.assert(
      fc.property(busyWorld, (world) => {
        const { judge, mayPermit } = policyOf(world)
        for (const request of world.requests)
          if (!mayPermit(request.tool, request.context)) expect(judge(request).decision).toBe("deny")
      }),
      runs(2000)
    )
  })
})

describe("a policy that is asked about many calls", () => {
  // Edges make a principal anew for every call.
  const anew = (principal: Principal): Principal => structuredClone(principal)
  const again = (request: PermissionRequest): PermissionRequest => ({
    ...request,
    context: { ...request.context, principal: anew(request.context.principal) }
  })

  it("answers each as a policy does that was asked about nothing else", () => {
    fc.assert(
      fc.property(busyWorld, fc.infiniteStream(fc.nat(1000)), (world, picks) => {
        const policy = policyOf(world)
        const fresh = world.requests.map((request) => policyOf(world).judge(request))
        for (const pick of picks.take(world.requests.length * 3)) {
          const i = pick % world.requests.length
          const request = world.requests[i] as PermissionRequest
          expect(policy.judge(pick % 2 === 0 ? request : again(request))).toEqual(fresh[i])
        }
      }),
      runs(2000)
    )
  })
})
