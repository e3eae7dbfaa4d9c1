import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parsePolicy } from "../../src/config/parsePolicy.ts"
import { excess } from "./reach.ts"
import { decide } from "./reference/decide.ts"
import { commandWorld } from "./world/commandWorld.ts"
import { roles } from "./world/names.ts"
import { anyWorld, fullWorld, policyOf, ruledWorld, type World } from "./world/world.ts"
import { written } from "./written.ts"

const agrees = (world: World) => {
  const { judge } = policyOf(world)
  for (const request of world.requests) expect(judge(request).decision).toBe(decide(world, request))
}

describe("a compiled policy", () => {
  it("decides every call like an evaluator that tries every rule of every part", () => {
    fc.assert(fc.property(fullWorld, agrees), runs(400))
  })

  it("compares rules and modes with resources like an exhaustive evaluator", () => {
    fc.assert(fc.property(ruledWorld, agrees), runs(400))
  })

  it("compares patterns with commands like an evaluator that tries every reading", () => {
    fc.assert(fc.property(commandWorld, agrees), runs(300))
  })

  it("decides and grants the same after its files are written and loaded", () => {
    // The file is read as a later file, so that it gets no defaults for what it leaves out.
    const known = { groups: new Set(["mine", "ours"]), roles: new Set(roles) }
    const read = (text: string, i: number) =>
      Effect.runSync(
        parsePolicy(text, "p", { platform: "linux", known: i === 0 ? { ...known, groups: new Set() } : known })
      )
    fc.assert(
      fc.property(anyWorld, fc.constantFrom("block" as const, "flow" as const), (world, style) => {
        const again = { ...world, configs: world.configs.map((config, i) => read(written(config, style), i)) }
        agrees(again)
        const [one, other] = [policyOf(world), policyOf(again)]
        for (const request of world.requests) {
          const [given, reread] = [one.judge(request), other.judge(request)]
          expect([excess(request, given, reread), excess(request, reread, given)]).toEqual([[], []])
        }
      }),
      runs(100)
    )
  })

  it("reaches every decision often enough", () => {
    const decisions = fc
      .sample(anyWorld, { numRuns: 500, seed: 1 })
      .flatMap((world) => world.requests.map((request) => decide(world, request)))
    for (const decision of ["allow", "ask", "deny"] as const)
      expect(decisions.filter((one) => one === decision).length / decisions.length).toBeGreaterThan(0.1)
  })
})
