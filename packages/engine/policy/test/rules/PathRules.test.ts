import { PathPattern } from "@toolgate/core/access"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CompiledRule } from "../../src/rules/CompiledRule.ts"
import { PathRules } from "../../src/rules/PathRules.ts"

const made = (folded: boolean, patterns: ReadonlyArray<readonly [string, "r" | "w" | "rw"]>) => {
  const rules = new PathRules(folded)
  const parsed = patterns.map(([text, mode], i) => {
    const path = PathPattern.parse(text, { folded })
    if (typeof path === "string") throw new Error(path)
    rules.add(new CompiledRule("deny", { text, tool: "t", pattern: text, source: "p" }, i), path, mode)
    return { path, mode }
  })
  return { rules, parsed }
}

describe("path rules", () => {
  it("match the path beneath the workspace, or from the root", () => {
    const { rules } = made(true, [
      ["src/**", "rw"],
      ["/etc/**", "rw"],
      ["/**/.env", "rw"]
    ])
    const first = (path: string, workspace = "/ws") => rules.first(path, "r", workspace)?.order
    expect(first("/ws/src/a")).toBe(0)
    expect(first("/ws/src")).toBe(0)
    expect(first("/ws/SRC/A")).toBe(0)
    expect(first("/ws-evil/src/a")).toBeUndefined()
    expect(first("/src/a")).toBeUndefined()
    expect(first("/src/a", "/")).toBe(0)
    expect(first("/etc")).toBe(1)
    expect(first("/etcetera/x")).toBeUndefined()
    expect(first("/a/b/.env")).toBe(2)
    expect(first("/etc/.env")).toBe(1)
  })

  it("about writing do not apply to reading, and all others apply to every use", () => {
    const { rules } = made(true, [
      ["w/**", "w"],
      ["r/**", "r"],
      ["rw/**", "rw"]
    ])
    const held = (["r", "w", "rw"] as const).map((mode) =>
      ["/ws/w/x", "/ws/r/x", "/ws/rw/x"].map((path) => rules.first(path, mode, "/ws")?.order)
    )
    expect(held).toEqual([
      [undefined, 1, 2],
      [0, 1, 2],
      [0, 1, 2]
    ])
  })

  it("respect case when they match exactly", () => {
    const { rules } = made(false, [["src/**", "rw"]])
    expect(rules.first("/ws/src/a", "r", "/ws")?.order).toBe(0)
    expect(rules.first("/ws/SRC/a", "r", "/ws")).toBeUndefined()
    expect(rules.first("/WS/src/a", "r", "/ws")).toBeUndefined()
  })

  it("match like a linear search, in the same order", () => {
    const name = fc.constantFrom("a", "B", "b", "**", "*", "a*", "?", ".env", "\u00e9", "e\u0301", "\u03a3", "\u03a3*")
    const pattern = fc
      .tuple(fc.boolean(), fc.array(name, { minLength: 1, maxLength: 4 }))
      .map(([root, names]) => `${root ? "/" : ""}${names.join("/")}`)
    const mode = fc.constantFrom("r", "w", "rw")
    const plain = fc.constantFrom("a", "b", "B", "ab", ".env", "\u00e9", "E\u0301", "\u03a3", "\u03c3a", "w")
    const path = fc.array(plain, { maxLength: 5 }).map((names) => `/${names.join("/")}`)
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.tuple(pattern, mode), { maxLength: 8 }),
        path,
        mode,
        fc.constantFrom("/", "/w", "/a/b"),
        (folded, patterns, given, use, workspace) => {
          const { rules, parsed } = made(folded, patterns)
          const expected = parsed.findIndex(
            (one) => (one.mode !== "w" || use !== "r") && one.path.matches(given, workspace)
          )
          expect(rules.first(given, use, workspace)?.order).toBe(expected === -1 ? undefined : expected)
          expect([...rules.all()].length).toBe(patterns.length)
        }
      ),
      runs(3000)
    )
  })
})
