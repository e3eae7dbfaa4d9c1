import type { Verdict } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { defaultConfig } from "@toolgate/policy"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { collectNames, type ParseOptions, parsePolicy } from "../../src/config/parsePolicy.ts"
import { readNarrowingConfig } from "../../src/config/readNarrowingConfig.ts"
import { excess } from "./reach.ts"
import { strictness } from "./reference/decision.ts"
import { anyConfig, anyPermissions, boundedConfig } from "./world/configs.ts"
import { anyWorld, policyOf, type World } from "./world/world.ts"
import { written } from "./written.ts"

/** The file of a project. It sometimes defines groups, so that every key occurs. */
const anyFile = fc.oneof(anyConfig(false), boundedConfig(false))

/** Returns how often a person would be asked: for each call, or once for every call of the tool. */
const asked = (verdict: Verdict) => (verdict.decision === "ask" ? verdict.covers : undefined)

/** Returns the configurations of a text; an empty list if the text is invalid. */
const parsed = (text: string, known?: ParseOptions["known"]): ReadonlyArray<PolicyConfig> => {
  const read = Effect.runSync(Effect.result(parsePolicy(text, "p", { home: "/home/me", platform: "linux", known })))
  return read._tag === "Success" ? [read.success] : []
}

const expectNarrower = (world: World, configs: ReadonlyArray<PolicyConfig>) => {
  const [before, after] = [policyOf(world), policyOf({ ...world, configs })]
  for (const request of world.requests) {
    const [free, held] = [before.judge(request), after.judge(request)]
    expect(strictness(held.decision)).toBeGreaterThanOrEqual(strictness(free.decision))
    expect(excess(request, free, held)).toEqual([])
    if (held.decision === "ask" && asked(free) === "call") expect(asked(held)).toBe("call")
    if (after.mayPermit(request.tool, request.context))
      expect(before.mayPermit(request.tool, request.context)).toBe(true)
    expect(after.explain(request).verdict).toEqual(held)
  }
}

describe("a file that only narrows", () => {
  it("never loosens a user's file, with any content", () => {
    fc.assert(
      fc.property(anyWorld, anyFile, (world, file) =>
        expectNarrower(world, [...world.configs, { ...file, onlyNarrows: true }])
      ),
      runs(200)
    )
  })

  it("never loosens the built-in defaults, even as the first file", () => {
    fc.assert(
      fc.property(anyWorld, anyFile, fc.boolean(), (world, file, isAlone) => {
        const narrowing = { ...file, onlyNarrows: true }
        expectNarrower({ ...world, configs: [defaultConfig] }, isAlone ? [narrowing] : [defaultConfig, narrowing])
      }),
      runs(100)
    )
  })

  it("never loosens a policy as a text, with every key", () => {
    fc.assert(
      fc.property(anyWorld, anyFile, (world, file) => {
        const [first] = parsed(written(world.configs[0] ?? defaultConfig, "block"))
        fc.pre(first !== undefined)
        const [narrowing] = parsed(written(file, "flow"), collectNames([first]))
        fc.pre(narrowing !== undefined)
        expectNarrower({ ...world, configs: [first] }, [first, { ...narrowing, onlyNarrows: true }])
      }),
      runs(100)
    )
  })

  it("never loosens a policy as a catalogue's settings, after any project file", () => {
    const anyNarrowing = anyPermissions.map((permissions) => readNarrowingConfig("tools.yaml", permissions).config)
    const anyProject = fc.option(anyFile, { nil: undefined })
    fc.assert(
      fc.property(anyWorld, anyProject, anyNarrowing, anyNarrowing, (world, file, one, other) => {
        const project = file === undefined ? [] : [{ ...file, onlyNarrows: true }]
        const configs = [...world.configs, ...project, one]
        expectNarrower({ ...world, configs: [...world.configs, ...project] }, configs)
        expectNarrower({ ...world, configs }, [...configs, other])
      }),
      runs(100)
    )
  })
})
