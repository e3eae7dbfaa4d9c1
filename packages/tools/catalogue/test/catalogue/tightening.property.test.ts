import { listEffects, sideEffectClasses, sideEffects, type Tool } from "@toolgate/core"
import { builtInGroups, reachesNetwork } from "@toolgate/policy"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { known, read } from "./reading.ts"

const risks = ["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"]
const strictest = ["NONE", "READ", "WRITE", "NETWORK", "EXECUTE"]
const effects = Object.keys(sideEffects)

/** Known tools of every class, in addition to the built-in ones. */
const variants: ReadonlyArray<Tool> = known.flatMap((tool, at) => [
  tool,
  ...sideEffectClasses.map((sideEffectClass) => ({
    ...tool,
    name: `${tool.name}-${sideEffectClass}`,
    aliases: [],
    sideEffects: sideEffectClass,
    effects: [],
    permission: undefined,
    callers: at % 2 === 0 ? tool.callers : ["direct" as const],
    category: at % 2 === 0 ? undefined : "web"
  }))
])

const annotation = fc.record(
  {
    class: fc.constantFrom(...sideEffectClasses),
    side_effects: fc.uniqueArray(fc.constantFrom(...effects), { maxLength: 4 }),
    destructive: fc.boolean(),
    risk: fc.constantFrom(...risks),
    allowed_callers: fc.subarray(["direct", "chain"], { minLength: 1 }),
    timeout: fc.constantFrom("1s", "60s", "600s", "1h"),
    permission: fc.constantFrom("network", "filesystem", "shell", "compute"),
    category: fc.constantFrom("web", "code", "data"),
    description: fc.constantFrom("Another text.")
  },
  { requiredKeys: [] }
)

const isHeldAsStrictly = (before: Tool, after: Tool): void => {
  expect(strictest.indexOf(after.sideEffects)).toBeGreaterThanOrEqual(strictest.indexOf(before.sideEffects))
  const changing = listEffects(before).filter((effect) => effect !== "read_only")
  expect(listEffects(after)).toEqual(expect.arrayContaining(changing))
  for (const effect of after.effects)
    expect(strictest.indexOf(after.sideEffects)).toBeGreaterThanOrEqual(strictest.indexOf(sideEffects[effect]))
  expect(risks.indexOf(after.risk)).toBeGreaterThanOrEqual(risks.indexOf(before.risk))
  expect(before.callers).toEqual(expect.arrayContaining([...after.callers]))
  expect(after.callers).not.toEqual([])
  expect(after.timeoutMs).toBeLessThanOrEqual(before.timeoutMs)
  expect(after.destructive).toBe(before.destructive || after.destructive)
  expect(before.permission ?? after.permission).toBe(after.permission)
  expect(before.category ?? after.category).toBe(after.category)
  // A policy that denies a group still denies the tool.
  for (const group of ["write", "code", "web"])
    if (builtInGroups.get(group)?.(before)) expect([group, builtInGroups.get(group)?.(after)]).toEqual([group, true])
  if (reachesNetwork(before)) expect(reachesNetwork(after)).toBe(true)
}

describe("an annotation", () => {
  it("never loosens: it is refused, or the tool stays as strict as before", () => {
    let taken = 0
    fc.assert(
      fc.property(fc.constantFrom(...variants), annotation, (tool, keys) => {
        const catalogue = read(JSON.stringify({ tools: [{ name: tool.name, ...keys }] }), undefined, variants)
        if (!("tools" in catalogue)) return
        taken++
        const after = catalogue.tools.find(({ name }) => name === tool.name)
        if (after === undefined) throw new Error("The tool is gone.")
        isHeldAsStrictly(tool, after)
        // An annotation does not affect the implementation and the targets of arguments.
        for (const key of ["aliases", "parameters", "resources", "implementations", "owner"] as const)
          expect(after[key]).toBe(tool[key])
      }),
      runs(500)
    )
    expect(taken).toBeGreaterThanOrEqual(getLeastCount(0.09, runs(500)))
  })

  it("may repeat the tool's own declarations, without effect on a policy", () => {
    for (const tool of variants) {
      const text = JSON.stringify({
        tools: [
          {
            name: tool.name,
            class: tool.sideEffects,
            side_effects: listEffects(tool),
            destructive: tool.destructive,
            risk: tool.risk,
            allowed_callers: tool.callers,
            timeout: `${tool.timeoutMs}ms`,
            category: tool.category,
            permission: tool.permission
          }
        ]
      })
      const catalogue = read(text, undefined, variants)
      const after = "tools" in catalogue ? catalogue.tools.find(({ name }) => name === tool.name) : catalogue
      const effectsAfter = after !== undefined && "sideEffects" in after ? listEffects(after) : []
      expect({ ...after, effects: [...effectsAfter] }).toEqual({ ...tool, effects: [...listEffects(tool)] })
    }
  })
})
