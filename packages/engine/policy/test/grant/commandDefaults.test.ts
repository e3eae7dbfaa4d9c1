import { commandLimits, unlimited } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { resolveLimits } from "../../src/grant/commandDefaults.ts"
import { makeGrant } from "../../src/grant/makeGrant.ts"
import { allow } from "../../src/index.ts"
import { aTool, call, configsOf, policyIn, tools } from "../judging.ts"

const shell = (limits: string) => `tools: { shell: { limits: { ${limits} } } }`
const of = (...texts: ReadonlyArray<string>) => resolveLimits(configsOf(...texts), tools.shell, true).limits
const free = "rules: { allow: [shell, read_file] }\n"
const granted = (text: string, tool = tools.shell) => {
  const request = call(tool)
  const verdict = policyIn(free + text).judge(request)
  if (verdict.decision === "deny") throw new Error(verdict.why)
  return makeGrant(request, verdict).limits
}

const amount = (bound: number | "unlimited" | undefined): number => (typeof bound === "number" ? bound : Infinity)

describe("the limits of a confined command", () => {
  it("are the defaults, each by itself, if files do not set them", () => {
    expect(of("")).toEqual(commandLimits)
    expect(of(shell("processes: 5"))).toEqual({ ...commandLimits, processes: 5 })
    expect(of(shell("output: 9MiB"))).toEqual({ ...commandLimits, outputBytes: 9 * 2 ** 20 })
    const { memoryShare: _, ...others } = commandLimits
    expect(of(shell("memory: 1GiB"))).toEqual({ ...others, memoryBytes: 2 ** 30 })
    expect(of("default: { limits: { processes: 7, wall_time: 1s } }")).toEqual({
      ...commandLimits,
      processes: 7,
      wallMs: 1000
    })
  })

  it("are removed by `unlimited` in the first file", () => {
    expect(of(shell("processes: unlimited, memory: unlimited"))).toEqual({
      processes: "unlimited",
      memoryBytes: "unlimited",
      outputBytes: commandLimits.outputBytes
    })
    expect(of(shell("processes: unlimited"), "")).toMatchObject({ processes: "unlimited" })
    expect(of(shell("processes: unlimited"), shell("processes: 9"))).toMatchObject({ processes: 9 })
  })

  it("are lowered by a later file, and never removed", () => {
    expect(of("", shell("processes: 5, output: 1MiB, memory: 1GiB"))).toEqual({
      processes: 5,
      outputBytes: 2 ** 20,
      memoryBytes: 2 ** 30,
      memoryShare: 0.5
    })
    expect(of("", shell("processes: unlimited, memory: unlimited, output: 16MiB"))).toEqual({
      ...commandLimits,
      memoryBytes: "unlimited"
    })
    expect(of("", shell("processes: 5000"))).toMatchObject({ processes: 1024 })
  })

  it("are never raised by the last file", () => {
    const some = fc.constantFrom("unlimited", "3", "2000")
    const file = fc
      .record({ processes: some, memory: fc.constantFrom("unlimited", "1GiB", "64GiB") }, { requiredKeys: [] })
      .map((limits) =>
        shell(
          Object.entries(limits)
            .map(([name, bound]) => `${name}: ${bound}`)
            .join(", ")
        )
      )
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 3 }), file, (files, last) => {
        const [wide, narrow] = [of(...files), of(...files, last)]
        for (const name of ["processes", "memoryBytes"] as const)
          expect(amount(narrow[name])).toBeLessThanOrEqual(amount(wide[name]))
      }),
      runs(300)
    )
  })

  it("are part of the grant under every policy", () => {
    const { memoryShare, processes, outputBytes } = commandLimits
    expect(granted("")).toEqual({ ...unlimited(), processes, outputBytes, memoryShare })
    const request = call(tools.shell)
    const because = { layer: "own", rule: "own", source: "own" }
    expect(makeGrant(request, allow(because)).limits).toEqual({ ...unlimited(), processes, outputBytes, memoryShare })
    expect(makeGrant(request, allow(because, { limits: { processes: "unlimited", memoryBytes: 5 } })).limits).toEqual({
      ...unlimited(),
      memoryBytes: 5,
      outputBytes
    })
  })

  it("do not apply to other implementations", () => {
    expect(granted("tools: { shell: { unconfined: true } }")).toEqual(unlimited())
    expect(granted("", tools.read_file)).toEqual(unlimited())
    const both = aTool({ implementations: [...tools.shell.implementations, ...tools.read_file.implementations] })
    expect(makeGrant(call(both), allow({ layer: "own", rule: "own", source: "own" })).limits).toEqual(unlimited())
  })

  it("return if a later file revokes the waiver", () => {
    const waived = "tools: { shell: { unconfined: true } }"
    const request = call(tools.shell)
    const verdict = policyIn(free + waived, "tools: { shell: { unconfined: false } }").judge(request)
    expect(verdict).toMatchObject({ bounds: { confinement: "required", limits: commandLimits } })
  })

  it("are not removed by a principal's ceiling", () => {
    const ceiling = {
      tools: "any" as const,
      limits: { processes: "unlimited" as const, memoryBytes: "unlimited" as const }
    }
    const request = call(tools.shell, [], { principal: { agent: "a", ceiling } })
    const verdict = policyIn(free).judge(request)
    if (verdict.decision === "deny") throw new Error(verdict.why)
    expect(makeGrant(request, verdict).limits).toMatchObject({ processes: 1024, memoryShare: 0.5 })
  })
})
