import type { Ceiling } from "@toolgate/core"
import { DelegationRefused, delegate } from "@toolgate/core/access"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ceilings } from "../src/index.ts"
import { makePolicy } from "../src/Policy.ts"
import { aTool, call, file, host, principal } from "./judging.ts"

describe("a child agent", () => {
  it("never gets more than its parent", () => {
    const path = fc.array(fc.constantFrom("a", "ab", "b"), { maxLength: 3 }).map((names) => `/${names.join("/")}`)
    const name = fc.constantFrom("t", "u")
    const hostName = fc.constantFrom("com", "a.com", "b.a.com")
    const pattern = fc.oneof(hostName, fc.constantFrom("*.com", "**.com", "*.a.com", "**"))
    const maybe = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined })
    const ceiling = fc
      .record({
        tools: fc.oneof(fc.constant("any" as const), fc.array(name, { maxLength: 2 })),
        files: maybe(fc.array(fc.record({ path, mode: fc.constantFrom("r", "w", "rw") }), { maxLength: 3 })),
        hosts: maybe(
          fc.array(fc.record({ host: pattern, port: fc.constantFrom<number | "any">(80, "any") }), { maxLength: 3 })
        ),
        readOnly: maybe(fc.boolean()),
        noWeb: maybe(fc.boolean())
      })
      .map(
        (given) =>
          Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as unknown as Ceiling
      )
    const policy = makePolicy([ceilings])
    fc.assert(
      fc.property(
        ceiling,
        ceiling,
        name,
        path,
        fc.constantFrom("r", "w", "rw"),
        hostName,
        (above, below, tool, at, mode, to) => {
          const parent = principal({ agent: "p", ceiling: above })
          const child = delegate(parent, { agent: "c", ceiling: below })
          if (child instanceof DelegationRefused) return
          const request = (who: typeof parent) =>
            call(aTool({ name: tool, sideEffects: "WRITE" }), [file(at, mode), host(to, 80)], { principal: who })
          // The child has no parent here, so that its ceiling alone has to hold.
          const { parent: _, ...alone } = child
          if (policy.judge(request(alone)).decision === "allow")
            expect(policy.judge(request(parent)).decision).toBe("allow")
        }
      ),
      runs(5000)
    )
  })
})
