import type { FileAccess, GrantBounds, HostAccess, ResourceLimits, Verdict } from "@toolgate/core"
import { includesHost, meetBounds } from "@toolgate/core/access"
import { allow, ask, deny, meetVerdicts } from "@toolgate/policy"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { reachOfBounds } from "./reach.ts"
import { strictness } from "./reference/decision.ts"
import { matchesHost } from "./reference/matchesHost.ts"
import { few, one } from "./world/chance.ts"
import { hosts, paths, programFolders, trees, variables } from "./world/names.ts"
import { resolved } from "./world/requests.ts"

const except = fc.array(
  fc.record({ pattern: one(["/**/.env", "/ws/src/**", "/**", "/etc/*", "/**/A"]), mode: one(["r", "w"] as const) }),
  { maxLength: 2 }
)
const file: fc.Arbitrary<FileAccess> = fc.oneof(
  fc.record({
    path: one(trees).map(resolved),
    mode: one(["r", "w", "rw"] as const),
    scope: fc.constant("tree" as const),
    except
  }),
  fc.record({
    path: one(paths).map(resolved),
    mode: one(["r", "w", "rw"] as const),
    scope: fc.constant("exact" as const)
  })
)
const hostPattern = one([
  "example.org",
  "a.api.example.org",
  "*.example.org",
  "**.example.org",
  "**",
  "127.0.0.1",
  "*.api.example.org",
  "**.org",
  "[::1]"
])
const host: fc.Arbitrary<HostAccess> = fc.record({ host: hostPattern, port: one([80, 443, "any"] as const) })
const bound = fc.oneof(fc.nat(5), fc.constant("unlimited" as const))
const limits: fc.Arbitrary<Partial<ResourceLimits>> = fc.record(
  { wallMs: bound, cpuMs: bound, memoryBytes: bound, processes: bound, outputBytes: fc.nat(5), chainCalls: fc.nat(5) },
  { requiredKeys: [] }
)
const anyBounds: fc.Arbitrary<GrantBounds> = fc.record(
  {
    sandbox: one(["host", "wasm"]),
    limits,
    files: fc.array(file, { maxLength: 3 }),
    except,
    hosts: fc.array(host, { maxLength: 3 }),
    confinement: one(["required", "waived"] as const),
    env: fc.oneof(fc.constant("any" as const), few<string>(variables, 3)),
    path: few<string>(programFolders, 3)
  },
  { requiredKeys: [] }
)
const because = fc.string({ maxLength: 2 }).map((rule) => ({ layer: "l", rule, source: "s" }))
const anyVerdict: fc.Arbitrary<Verdict> = fc
  .tuple(one(["allow", "ask", "deny"] as const), because, anyBounds, one(["call", "tool"] as const))
  .map(([decision, by, bounds, covers]): Verdict => {
    if (decision === "deny") return deny(by, "Denied.")
    return decision === "ask" ? { ...ask(by, "Asked.", covers), bounds } : allow(by, bounds)
  })

/** Returns the meaning of a verdict, without its words. */
const meaning = (verdict: Verdict) =>
  verdict.decision === "deny"
    ? { decision: verdict.decision }
    : {
        decision: verdict.decision,
        covers: verdict.decision === "ask" ? verdict.covers : undefined,
        reach: [...reachOfBounds(verdict.bounds)].sort(),
        limits: verdict.bounds.limits ?? {},
        sandbox: verdict.bounds.sandbox,
        confinement: verdict.bounds.confinement
      }

describe("the combination of verdicts", () => {
  it("is associative", () => {
    fc.assert(
      fc.property(anyVerdict, anyVerdict, anyVerdict, (a, b, c) => {
        expect(meaning(meetVerdicts(meetVerdicts(a, b), c))).toEqual(meaning(meetVerdicts(a, meetVerdicts(b, c))))
      }),
      runs(600)
    )
  })

  it("is commutative", () => {
    fc.assert(
      fc.property(anyVerdict, anyVerdict, (a, b) => {
        expect(meaning(meetVerdicts(a, b))).toEqual(meaning(meetVerdicts(b, a)))
      }),
      runs(600)
    )
  })

  it("is idempotent", () => {
    fc.assert(
      fc.property(anyVerdict, (verdict) => {
        expect(meaning(meetVerdicts(verdict, verdict))).toEqual(meaning(verdict))
      }),
      runs(400)
    )
  })

  it("is as strict as the stricter verdict, unless their sandboxes differ", () => {
    fc.assert(
      fc.property(anyVerdict, anyVerdict, (a, b) => {
        const met = meetVerdicts(a, b)
        const [one_, two] = [a, b].map((each) => (each.decision === "deny" ? undefined : each.bounds.sandbox))
        const parted = one_ !== undefined && two !== undefined && one_ !== two
        const least = Math.max(strictness(a.decision), strictness(b.decision))
        expect(strictness(met.decision)).toBe(parted ? strictness("deny") : least)
      }),
      runs(400)
    )
  })
})

describe("the combination of bounds", () => {
  it("permits exactly what both permit", () => {
    fc.assert(
      fc.property(anyBounds, anyBounds, (a, b) => {
        const met = meetBounds(a, b)
        if (met === undefined) return
        const [first, second] = [reachOfBounds(a), reachOfBounds(b)]
        expect([...reachOfBounds(met)]).toEqual([...first].filter((each) => second.has(each)))
      }),
      runs(800)
    )
  })

  it("waives confinement only if neither requires it", () => {
    fc.assert(
      fc.property(anyBounds, anyBounds, (a, b) => {
        const met = meetBounds(a, b)
        if (met === undefined) return
        const said = [a.confinement, b.confinement].filter((each) => each !== undefined)
        expect(met.confinement).toBe(said.includes("required") ? "required" : said[0])
      }),
      runs(200)
    )
  })

  it("has the lower of each limit", () => {
    const lower = (a: number | "unlimited" | undefined, b: number | "unlimited" | undefined) => {
      if (a === undefined || b === undefined) return a ?? b
      return a === "unlimited" ? b : b === "unlimited" ? a : Math.min(a, b)
    }
    fc.assert(
      fc.property(limits, limits, (a, b) => {
        const met = meetBounds({ limits: a }, { limits: b })?.limits ?? {}
        for (const name of ["wallMs", "cpuMs", "memoryBytes", "processes", "outputBytes", "chainCalls"] as const)
          expect(met[name]).toBe(lower(a[name], b[name]))
      }),
      runs(200)
    )
  })
})

describe("a host pattern", () => {
  it("includes another exactly if it matches all of its hosts", () => {
    const servers = [
      ...hosts,
      "new.example.org",
      "new.api.example.org",
      "x.new.api.example.org",
      "a.new.org",
      "new.org",
      "new.test",
      "10.0.0.1",
      "[::2]"
    ]
    fc.assert(
      fc.property(hostPattern, hostPattern, (outer, inner) => {
        const named = servers.filter((each) => matchesHost(inner, each, 1))
        expect(includesHost(outer, inner)).toBe(named.every((each) => matchesHost(outer, each, 1)))
      }),
      runs(100)
    )
  })
})
