import type { ResolvedPath } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makePolicy, meet } from "../../src/index.ts"
import { readVerdict } from "../../src/verdict/readVerdict.ts"
import { allow, ask, deny, noOpinion } from "../../src/verdict/verdicts.ts"
import { aTool, call } from "../judging.ts"

const because = { layer: "own", rule: "r", source: "s" }
const bounds = {
  sandbox: "host",
  limits: { wallMs: 5, outputBytes: 1, memoryBytes: "unlimited" as const },
  files: [
    {
      path: "/w" as ResolvedPath,
      mode: "rw" as const,
      scope: "tree" as const,
      except: [{ pattern: "/**/x", mode: "r" as const }]
    }
  ],
  except: [{ pattern: "/w/.git/**", mode: "w" as const }],
  hosts: [
    { host: "**.example.org", port: 443 },
    { host: "a.org", port: "any" as const }
  ],
  confinement: "required" as const,
  env: ["CI"]
}
const said = /^A judge returned an invalid verdict(: .*)?\.$/

describe("the answer of an app's own judge", () => {
  it.each([
    noOpinion,
    allow(because),
    allow(because, bounds),
    ask(because, "Why."),
    ask(because, "Why.", "tool"),
    deny(because, "Why."),
    { ...deny(because, "Why."), refusal: "FileDenied" as const }
  ])("is a verdict: %j", (verdict) => {
    expect(readVerdict(verdict)).toEqual(verdict)
  })

  it("may omit the cover of an ask, and may have other members beside a denial", () => {
    const { covers, ...asked } = ask(because, "Why.")
    expect(covers).toBe("call")
    expect(readVerdict(asked)).toEqual(ask(because, "Why."))
    expect(readVerdict({ ...deny(because, "Why."), refusal: "Other", code: 403 })).toEqual(deny(because, "Why."))
  })

  const throwing = () => {
    throw new Error("secret")
  }
  const none: ReadonlyArray<unknown> = [
    undefined,
    null,
    true,
    "deny",
    [],
    Promise.resolve(allow(because)),
    { decision: "deny" },
    { decision: "DENY", because, why: "Why.", bounds: {} },
    { decision: "toString", because, bounds: {} },
    { decision: "allow", because },
    { decision: "allow", because, bounds: [] },
    { decision: "ask", because, bounds: {} },
    { ...allow(because), unless: "weekend" },
    { ...allow(because), why: "Why." },
    { ...allow(because), [Symbol.for("deny")]: true },
    { ...ask(because, "Why."), covers: "everything" },
    Object.defineProperty({ ...allow(because) }, "bounds", { get: throwing }),
    new Proxy({}, { get: throwing }),
    ...[
      { host: [] },
      { hosts: "none" },
      { hosts: ["a.org"] },
      { hosts: [{ host: "a.org" }] },
      { hosts: [{ host: "*.*", port: 443 }] },
      { hosts: [{ host: "a.org", port: 443, scheme: "https" }] },
      { files: {} },
      { files: [{ path: "/w", mode: "x", scope: "tree" }] },
      { files: [{ path: "/w", mode: "r", scope: "tree", but: [] }] },
      { except: [{ pattern: "", mode: "r" }] },
      { except: [{ pattern: "/a" }] },
      { limits: { wall: 5 } },
      { limits: { wallMs: "5s" } },
      { limits: { wallMs: Number.NaN } },
      { confinement: true },
      { env: "CI" },
      { sandbox: 1 },
      { limits: () => ({ wallMs: 5 }) }
    ].map((some) => ({ ...allow(because), bounds: some }))
  ]
  it.each([...none.keys()])("becomes a denial if it is not a verdict: %i", (i) => {
    const verdict = readVerdict(none[i])
    expect(verdict).toMatchObject({ decision: "deny", why: expect.stringMatching(said) })
    expect(JSON.stringify(verdict)).not.toContain("secret")
  })

  it("names its unknown member", () => {
    const why = (answer: unknown) => {
      const verdict = readVerdict(answer)
      return verdict.decision === "deny" ? verdict.why : verdict.decision
    }
    expect(why({ ...allow(because), unless: 1 })).toBe(
      'A judge returned an invalid verdict: the answer has the unknown member "unless".'
    )
    expect(why(allow(because, { host: [] } as never))).toBe(
      'A judge returned an invalid verdict: the bounds have the unknown member "host".'
    )
    expect(why(allow(because, { hosts: "none" } as never))).toBe(
      'A judge returned an invalid verdict: the bounds have an invalid value for "hosts".'
    )
  })

  it("is read once, and later changes have no effect", () => {
    let reads = 0
    const verdict = readVerdict({
      because,
      bounds: {},
      why: "Why.",
      get decision() {
        return ++reads === 1 ? "deny" : "allow"
      }
    })
    expect([verdict.decision, reads]).toEqual(["deny", 1])
    const given = { hosts: [] as Array<{ host: string; port: 443 }> }
    const bounded = readVerdict(allow(because, given))
    given.hosts.push({ host: "evil.org", port: 443 })
    expect(bounded).toEqual(allow(because, { hosts: [] }))
  })

  it("never allows if it is incomplete", () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom("allow", "ask"), (junk, decision) => {
        const verdict = readVerdict({ decision, because, why: "Why.", bounds: junk })
        if (verdict.decision !== "deny") expect(verdict.bounds).toEqual({ ...(junk as object) })
      }),
      runs(2000)
    )
  })
})

describe("an app's own part", () => {
  const request = call(aTool())
  const of = (known: unknown) =>
    makePolicy([
      { name: "own", of: () => known as never, explain: () => [] },
      { name: "other", of: () => allow(because), explain: () => [] }
    ])
  it("denies if its verdict is invalid, for every call or for one call", () => {
    for (const junk of [
      { decision: "DENY", because, why: "Why." },
      {},
      "deny",
      { ...allow(because), bounds: { host: [] } }
    ])
      for (const known of [junk, () => junk]) expect(of(known).judge(request)).toMatchObject({ decision: "deny" })
    expect(of({}).mayPermit(request.tool, request.context)).toBe(false)
  })

  it("decides if its verdict is valid", () => {
    expect(of(allow(because)).judge(request)).toEqual(allow(because))
    expect(of(() => deny(because, "Why.")).judge(request)).toEqual(deny(because, "Why."))
  })
})

describe("combined judges", () => {
  it("have each of their verdicts validated", () => {
    const junk = () => ({ decision: "allow", because, bounds: { host: [] } }) as never
    const verdict = meet(() => allow(because), junk)(call(aTool()))
    expect(verdict.decision).toBe("deny")
  })
})
