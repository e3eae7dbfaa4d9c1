import type { GrantBounds, Judge, Verdict } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allow, ask, deny, meet, meetVerdicts } from "../../src/index.ts"
import { noObjection, noOpinion } from "../../src/verdict/verdicts.ts"
import { aTool, call } from "../judging.ts"

const because = (rule: string) => ({ layer: "l", rule, source: "s" })
const request = call(aTool())
const always =
  (verdict: Verdict): Judge =>
  () =>
    verdict

describe("combined judges", () => {
  it("return the strictest verdict, and of equally strict verdicts the first", () => {
    const verdicts = [allow(because("a")), ask(because("b"), "B."), deny(because("c"), "C."), deny(because("d"), "D.")]
    expect(meet(...verdicts.map(always))(request)).toEqual(deny(because("c"), "C."))
    expect(meet(...verdicts.slice(0, 2).map(always))(request)).toEqual(ask(because("b"), "B."))
  })

  it("stop after the first denial", () => {
    let asked = 0
    const counting: Judge = () => {
      asked++
      return noOpinion
    }
    meet(counting, always(deny(because("c"), "C.")), counting)(request)
    expect(asked).toBe(1)
  })

  it("deny if the list is empty", () => {
    expect(meet()(request)).toEqual(deny({ layer: "policy", rule: "empty", source: "none" }, "No policy was asked."))
  })

  it("deny if any of them returns an invalid verdict", () => {
    const answers = [undefined, Promise.resolve(allow(because("a"))), { decision: "DENY" }, { decision: "allow" }]
    for (const answer of answers) {
      const broken = (() => answer) as unknown as Judge
      for (const judges of [[broken], [broken, always(noOpinion)], [always(allow(because("a"))), broken]])
        expect(meet(...judges)(request)).toMatchObject({
          decision: "deny",
          why: "A judge returned an invalid verdict."
        })
    }
  })

  it("give the reason of the last judge with an opinion if they allow", () => {
    const [one, other] = [allow(because("a")), allow(because("b"))]
    expect(meetVerdicts(one, other)).toBe(other)
    expect(meetVerdicts(one, noOpinion)).toBe(one)
    expect(meetVerdicts(noOpinion, one)).toBe(one)
    expect(meetVerdicts(noOpinion, noOpinion).because).toBe(noObjection)
  })

  it("combine two questions into one, with both reasons and the narrower cover", () => {
    const met = (one: "call" | "tool", other: "call" | "tool") =>
      meetVerdicts(ask(because("a"), "A.", one), ask(because("b"), "B.", other))
    expect(met("tool", "tool")).toEqual(ask(because("a"), "A. B.", "tool"))
    expect([met("tool", "call"), met("call", "tool"), met("call", "call")]).toEqual(
      Array(3).fill(ask(because("a"), "A. B.", "call"))
    )
    expect(meetVerdicts(ask(because("a"), "A."), ask(because("b"), "A."))).toEqual(ask(because("a"), "A."))
  })

  it("intersect their bounds", () => {
    const [one, other]: [GrantBounds, GrantBounds] = [{ sandbox: "wasm" }, { limits: { wallMs: 5 } }]
    const both = { sandbox: "wasm", limits: { wallMs: 5 } }
    expect(meetVerdicts(allow(because("a"), one), allow(because("b"), other))).toEqual(allow(because("b"), both))
    const asked = { ...ask(because("b"), "B."), bounds: other }
    expect(meetVerdicts(allow(because("a"), one), asked)).toEqual({ ...asked, bounds: both })
    expect(meetVerdicts(asked, allow(because("a"), one))).toEqual({ ...asked, bounds: both })
  })

  it("deny if their sandboxes differ", () => {
    const met = meetVerdicts(allow(because("a"), { sandbox: "wasm" }), ask(because("b"), "B."))
    expect(met.decision).toBe("ask")
    expect(meetVerdicts(met, allow(because("c"), { sandbox: "host" }))).toEqual(
      deny(
        { layer: "policy", rule: "one sandbox for a call", source: "built in" },
        "Two parts of the policy choose different sandboxes for the call."
      )
    )
  })

  it("never permit more than any one of them, in any order", () => {
    const strictness = { allow: 0, ask: 1, deny: 2 }
    const bounds = fc.constantFrom<GrantBounds>({}, { sandbox: "host" }, { sandbox: "wasm" }, { files: [] })
    const verdict = fc
      .tuple(fc.constantFrom("allow", "ask", "deny"), fc.string(), bounds)
      .map(([decision, rule, of]): Verdict => {
        if (decision === "deny") return deny(because(rule), rule)
        return decision === "ask" ? { ...ask(because(rule), rule), bounds: of } : allow(because(rule), of)
      })
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1 }), fc.nat(), (verdicts, turn) => {
        const met = meet(...verdicts.map(always))(request)
        for (const { decision } of verdicts)
          expect(strictness[met.decision]).toBeGreaterThanOrEqual(strictness[decision])
        const at = turn % verdicts.length
        const turned = [...verdicts.slice(at), ...verdicts.slice(0, at)]
        expect(meet(...turned.map(always))(request).decision).toBe(met.decision)
        const least = Math.max(...verdicts.map(({ decision }) => strictness[decision]))
        const sandboxes = new Set(
          verdicts.flatMap((one) => (one.decision === "deny" ? [] : (one.bounds.sandbox ?? [])))
        )
        expect(strictness[met.decision]).toBe(sandboxes.size > 1 ? 2 : least)
      }),
      runs(2000)
    )
  })
})
