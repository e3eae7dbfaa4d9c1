import type { Ceiling, ResolvedPath } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ceilings, type Demand, delegate } from "../src/index.ts"
import { policyOf } from "../src/Policy.ts"
import { aTool, call, file, host, principal } from "./judging.ts"

const files = (path: string, mode: "r" | "w" | "rw" = "rw") => [{ path: path as ResolvedPath, mode }]
const asked = (parent: Ceiling, ceiling?: Partial<Ceiling>, more: Partial<Demand> = {}) =>
  Result.match(
    Effect.runSync(
      Effect.result(
        delegate(principal({ agent: "p", role: "r", task: "t", ceiling: parent }), {
          agent: "c",
          ...(ceiling === undefined ? {} : { ceiling }),
          ...more
        })
      )
    ),
    { onSuccess: (child) => child.ceiling, onFailure: ({ excess }) => excess }
  )

describe("a child agent", () => {
  it("has its parent's ceiling where it asks for nothing, and its own names", () => {
    const ceiling: Ceiling = { tools: ["a"], files: files("/a"), hosts: [], readOnly: true }
    const parent = principal({ agent: "p", role: "r", task: "t", ceiling })
    expect(Effect.runSync(delegate(parent, { agent: "c" }))).toEqual({ agent: "c", ceiling, parent })
    expect(Effect.runSync(delegate(parent, { agent: "c", role: "x", task: "y", ceiling: { tools: [] } }))).toEqual({
      agent: "c",
      role: "x",
      task: "y",
      ceiling: { ...ceiling, tools: [] },
      parent
    })
  })

  it.each<[string, Ceiling, Partial<Ceiling>, ReadonlyArray<string>]>([
    ["every tool", { tools: ["a"] }, { tools: "any" }, ["every tool"]],
    ["another tool", { tools: ["a"] }, { tools: ["a", "b"] }, ['the tool "b"']],
    [
      "files beside",
      { tools: "any", files: files("/a") },
      { files: files("/ab") },
      ['the files beneath "/ab" with the mode "rw"']
    ],
    [
      "files above",
      { tools: "any", files: files("/a/b") },
      { files: files("/a", "r") },
      ['the files beneath "/a" with the mode "r"']
    ],
    [
      "another mode",
      { tools: "any", files: files("/a", "r") },
      { files: files("/a/b", "w") },
      ['the files beneath "/a/b" with the mode "w"']
    ],
    [
      "files of none",
      { tools: "any", files: [] },
      { files: files("/a", "r") },
      ['the files beneath "/a" with the mode "r"']
    ],
    [
      "another host",
      { tools: "any", hosts: [{ host: "a.com", port: "any" }] },
      { hosts: [{ host: "b.com", port: 80 }] },
      ['the host "b.com" on port 80']
    ],
    [
      "more hosts",
      { tools: "any", hosts: [{ host: "*.a.com", port: "any" }] },
      { hosts: [{ host: "**.a.com", port: "any" }] },
      ['the host "**.a.com"']
    ],
    [
      "any port",
      { tools: "any", hosts: [{ host: "a.com", port: 80 }] },
      { hosts: [{ host: "a.com", port: "any" }] },
      ['the host "a.com"']
    ],
    ["no host", { tools: "any" }, { hosts: [{ host: "a b", port: "any" }] }, ['"a b", which is not a host pattern']],
    [
      "hosts of none",
      { tools: "any", hosts: [] },
      { hosts: [{ host: "a.com", port: 80 }] },
      ['the host "a.com" on port 80']
    ],
    [
      "more time, and no bound of memory",
      { tools: "any", limits: { wallMs: 5, memoryBytes: 9 } },
      { limits: { wallMs: 6, memoryBytes: "unlimited" } },
      ["more wall_time", "more memory"]
    ],
    ["to change", { tools: "any", readOnly: true }, { readOnly: false }, ["to change something"]],
    ["the network", { tools: "any", noWeb: true }, { noWeb: false }, ["to reach the network"]]
  ])("that asks for more is refused: %s", (_name, parent, ceiling, excess) => {
    expect(asked(parent, ceiling)).toEqual(excess)
  })

  it("has its parent's limits where its own leave them out", () => {
    const parent: Ceiling = { tools: "any", limits: { wallMs: 5, memoryBytes: 9 } }
    expect(asked(parent, { limits: { wallMs: 3, processes: 2 } })).toEqual({
      tools: "any",
      limits: { wallMs: 3, memoryBytes: 9, processes: 2 }
    })
    expect(asked({ tools: "any" }, { limits: { wallMs: 3 } })).toEqual({ tools: "any", limits: { wallMs: 3 } })
    expect(asked(parent, { tools: [] })).toEqual({ tools: [], limits: parent.limits })
  })

  it("is told all that it may not have, at once", () => {
    const parent = principal({ agent: "p", ceiling: { tools: ["a"], readOnly: true } })
    const demand = { agent: "c", ceiling: { tools: ["b", "c"], readOnly: false } }
    expect(Effect.runSync(Effect.flip(delegate(parent, demand)))).toMatchObject({
      _tag: "DelegationRefused",
      message: 'The agent "c" asks for more than "p" may give it: the tool "b"; the tool "c"; to change something.'
    })
  })

  it("gets less where it asks for less", () => {
    const parent: Ceiling = {
      tools: "any",
      files: [...files("/a", "r"), ...files("/a", "w")],
      hosts: [{ host: "**.a.com", port: "any" }]
    }
    const less: Partial<Ceiling> = {
      tools: ["x"],
      files: files("/a/b"),
      hosts: [{ host: "*.b.a.com", port: 443 }],
      readOnly: true,
      noWeb: true
    }
    expect(asked(parent, less)).toEqual(less)
    expect(asked(parent, { tools: [], files: [], hosts: [] })).toEqual({ tools: [], files: [], hosts: [] })
  })

  it("does not get rid of a bound by asking for nothing in its place", () => {
    const parent: Ceiling = { tools: ["a"], files: files("/a"), hosts: [], readOnly: true, noWeb: true }
    const nothing = { tools: undefined, files: undefined, hosts: undefined, readOnly: undefined, noWeb: undefined }
    expect(asked(parent, nothing as unknown as Partial<Ceiling>)).toEqual(parent)
  })

  it.each(["/a/../b", "/a/b/../../c", "/a/./b", "/a//b", "/a/b/", "a", ""])(
    "is refused a path that is not canonical: %j",
    (path) => {
      expect(asked({ tools: "any", files: files("/a") }, { files: files(path) })).toBeInstanceOf(Array)
    }
  )

  it("never may what its parent may not", () => {
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
    const policy = policyOf([ceilings])
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
          const child = Effect.runSync(Effect.result(delegate(parent, { agent: "c", ceiling: below })))
          if (child._tag === "Failure") return
          const request = (who: typeof parent) =>
            call(aTool({ name: tool, sideEffects: "WRITE" }), [file(at, mode), host(to, 80)], { principal: who })
          // Without its parent, so that its ceiling alone has to hold.
          const { parent: _, ...alone } = child.success
          if (policy.judge(request(alone)).decision === "allow")
            expect(policy.judge(request(parent)).decision).toBe("allow")
        }
      ),
      { numRuns: 5000 }
    )
  })
})
