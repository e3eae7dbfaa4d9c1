import type { Verdict } from "@toolgate/core"
import { DefaultPolicy, defaultConfig, makePolicyLayer } from "@toolgate/policy"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { excess } from "./reach.ts"
import { decide, isRouted } from "./reference/decide.ts"
import { strictness } from "./reference/decision.ts"
import { addAsk, anyAskRule, anyNarrowing, anyRunTimeLayer, anySpec, type Narrowing } from "./world/narrowings.ts"
import { anyWorld, installed, policyOf, type World } from "./world/world.ts"

/**
 * Returns the verdicts on a world's calls before and after an addition. Each verdict before the addition comes from a
 * separate policy.
 */
const beforeAndAfter = (world: World, { world: change, policy, request: rename }: Narrowing) => {
  const before = policyOf(world)
  const changed = change?.(world) ?? world
  const after = policyOf(changed)
  // The calls are judged before the addition, so that the policy also has to drop its caches.
  for (const request of world.requests) after.judge(request)
  policy?.(after, changed)
  return world.requests.map((request) => {
    const asked = rename?.(request) ?? request
    return { request: asked, before: before.judge(request), after: after.judge(asked) }
  })
}

/**
 * Whether a call was denied because it could reach the network, and has lost the network. The mode of NETWORK then no
 * longer applies to the call.
 */
const losesNetwork = ({ before, after }: { readonly before: Verdict; readonly after: Verdict }) =>
  before.decision === "deny" &&
  before.why.includes("which can reach the network") &&
  after.decision !== "deny" &&
  after.bounds.hosts?.length === 0

/** Whether a person is asked only because nothing names a file outside the workspace, or a host. */
const isOnlyUnnamed = (before: Verdict) =>
  before.decision === "ask" && ["host paths", "new hosts"].includes(before.because.layer)

describe("an addition to a policy", () => {
  it("never weakens a deny or an ask, and never widens a grant", () => {
    fc.assert(
      fc.property(anyWorld, anyNarrowing, (world, narrowing) => {
        for (const { request, before, after } of beforeAndAfter(world, narrowing)) {
          if (losesNetwork({ before, after })) continue
          // Roles that the first file lists replace the built-in ones.
          if (narrowing.said === "layers of roles" && before.because.layer.startsWith("role")) {
            const [first, ...later] = world.configs
            if (later.length === 0 && first?.layers.roles === undefined) continue
          }
          if (narrowing.names === true && isOnlyUnnamed(before) && after.decision === "allow") continue
          expect(strictness(after.decision), narrowing.said).toBeGreaterThanOrEqual(strictness(before.decision))
          const isAnySandbox = !isRouted(world.configs, request.tool)
          const wider = excess(request, before, after).filter((one) => !isAnySandbox || !one.startsWith("the sandbox"))
          expect(wider, narrowing.said).toEqual([])
        }
      }),
      runs(400)
    )
  })

  it("applies to calls that were judged before", () => {
    fc.assert(
      fc.property(anyWorld, anyRunTimeLayer, (world, layer) => {
        const [asked, fresh] = [policyOf(world), policyOf(world)]
        for (const request of world.requests) asked.judge(request)
        for (const policy of [asked, fresh]) layer.policy?.(policy, world)
        for (const request of world.requests) expect(asked.judge(request)).toEqual(fresh.judge(request))
      }),
      runs(100)
    )
  })

  it("as a global layer is the same at run time and in the file", () => {
    fc.assert(
      fc.property(anyWorld, anySpec, (world, spec) => {
        const global = makePolicyLayer(spec, "p:1:1")
        fc.pre(world.configs.every(({ layers }) => layers.global === undefined))
        const configs = world.configs.map((config) => ({ ...config, layers: { ...config.layers, global } }))
        const policy = policyOf(world)
        policy.addGlobal(spec)
        for (const request of world.requests)
          expect(policy.judge(request).decision).toBe(decide({ ...world, configs }, request))
      }),
      runs(100)
    )
  })

  it("as an ask rule with a fitting pattern at most asks", () => {
    fc.assert(
      fc.property(anyWorld, anyAskRule, (world, [rule, at]) => {
        const { groups = defaultConfig.groups } = world.configs[0] ?? {}
        const asking = { ...defaultConfig, groups, rules: { deny: [], ask: [rule], allow: [] } }
        const problems = DefaultPolicy.findProblems({ configs: [asking], tools: world.tools }, installed)
        fc.pre(problems.every(({ message }) => !message.startsWith("the pattern of the rule")))
        for (const { before, after } of beforeAndAfter(world, addAsk(rule, at)))
          expect(after.decision).toBe(
            before.decision === "allow" && after.decision !== "allow" ? "ask" : before.decision
          )
      }),
      runs(200)
    )
  })
})

describe("the rules of one kind", () => {
  const shuffled = <A>(all: ReadonlyArray<A>) =>
    fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length })

  it("decide and grant the same in any order", () => {
    fc.assert(
      fc.property(
        anyWorld.chain((world) =>
          fc
            .tuple(
              ...world.configs.map(({ rules }) =>
                fc.record({ deny: shuffled(rules.deny), ask: shuffled(rules.ask), allow: shuffled(rules.allow) })
              )
            )
            .map((orders) => ({
              world,
              other: {
                ...world,
                configs: world.configs.map((config, i) => ({ ...config, rules: orders[i] ?? config.rules }))
              }
            }))
        ),
        ({ world, other }) => {
          const [one, two] = [policyOf(world), policyOf(other)]
          for (const request of world.requests) {
            const [first, second] = [one.judge(request), two.judge(request)]
            expect(second.decision).toBe(first.decision)
            expect([excess(request, first, second), excess(request, second, first)]).toEqual([[], []])
          }
        }
      ),
      runs(200)
    )
  })
})
