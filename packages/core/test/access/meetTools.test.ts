import type { Ceiling } from "@toolgate/core"
import fc from "fast-check"
import { expect, it } from "vitest"
import { meetTools } from "../../src/access.ts"

const tools: fc.Arbitrary<Ceiling["tools"]> = fc.oneof(
  fc.constant("any" as const),
  fc.array(fc.constantFrom("a", "b", "c", "d"))
)

const allows = (ceiling: Ceiling["tools"], name: string): boolean => ceiling === "any" || ceiling.includes(name)

it("allows a tool exactly if both ceilings allow it", () => {
  fc.assert(
    fc.property(tools, tools, fc.constantFrom("a", "b", "c", "d", "e"), (first, second, name) => {
      expect(allows(meetTools(first, second), name)).toBe(allows(first, name) && allows(second, name))
    })
  )
})

it("allow nothing if one list is empty", () => {
  expect(meetTools("any", [])).toEqual([])
  expect(meetTools([], "any")).toEqual([])
  expect(meetTools("any", "any")).toBe("any")
})
