import type { Asker, PermissionRequest, Principal } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anyWorld, boundedWorld, busyWorld, policyOf } from "./world/world.ts"

describe("an explanation", () => {
  it("has the judge's verdict, and a finding with the deciding rule and its effect", () => {
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
      runs(250)
    )
  })

  it("has no finding stricter than the verdict in a part without allow rules", () => {
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
      runs(250)
    )
  })
})

describe("whether a policy may permit a tool", () => {
  const anywhere = ({ principal, caller }: Asker): Asker => ({ principal, caller })

  it("is true if any call of the tool is not denied", () => {
    let hidden = 0
    fc.assert(
      fc.property(fc.oneof(busyWorld, boundedWorld), (world) => {
        const { judge, mayPermit } = policyOf(world)
        for (const { tool, context, ...request } of world.requests) {
          const isHidden = !mayPermit(tool, context)
          if (isHidden) {
            hidden++
            expect(judge({ ...request, tool, context }).decision).toBe("deny")
          }
          // A tool that is hidden everywhere is also hidden in this session and workspace.
          if (!mayPermit(tool, anywhere(context))) expect(isHidden).toBe(true)
        }
      }),
      runs(500)
    )
    expect(hidden).toBeGreaterThan(0)
  })

  it("does not depend on earlier questions", () => {
    fc.assert(
      fc.property(busyWorld, fc.array(fc.nat(1000), { maxLength: 20 }), (world, picks) => {
        const policy = policyOf(world)
        for (const pick of picks) {
          const { tool, context } = world.requests[pick % world.requests.length] as PermissionRequest
          const asker = pick % 3 === 0 ? anywhere(context) : context
          expect(policy.mayPermit(tool, asker)).toBe(policyOf(world).mayPermit(tool, asker))
        }
      }),
      runs(50)
    )
  })
})

describe("a policy that judges many calls", () => {
  // Edges make a new principal for every call.
  const anew = (principal: Principal): Principal => structuredClone(principal)
  const again = (request: PermissionRequest): PermissionRequest => ({
    ...request,
    context: { ...request.context, principal: anew(request.context.principal) }
  })

  it("judges each like a fresh policy", () => {
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
      runs(200)
    )
  })
})
