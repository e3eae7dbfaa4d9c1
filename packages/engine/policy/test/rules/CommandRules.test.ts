import type { CommandResource } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseCommandPattern } from "../../src/rules/CommandPattern.ts"
import { CommandRules } from "../../src/rules/CommandRules.ts"
import { CompiledRule } from "../../src/rules/CompiledRule.ts"
import { concerns, covers } from "../../src/rules/commandMatches.ts"
import { command } from "../judging.ts"

const rule = (text: string, order: number) =>
  new CompiledRule("deny", { text, tool: "shell", pattern: text, source: "p" }, order)

const word = fc.constantFrom("push", "origin", "-C", "x", "-f", "--force", "-rf", "--", "-c=d", "")
const program = fc.constantFrom("git", "rm", "/bin/git", "*")
const patterns = fc.array(
  fc
    .tuple(
      program,
      fc.array(
        word.filter((one) => one !== ""),
        { maxLength: 3 }
      ),
      fc.boolean()
    )
    .map(([name, words, open]) => (name === "*" ? "*" : `${[name, ...words].join(" ")}${open ? ":*" : ""}`)),
  { maxLength: 8 }
)
const argv = fc
  .tuple(fc.constantFrom("git", "/x/git", "rm", "ls", ""), fc.array(word, { maxLength: 5 }))
  .map(([name, words]) => [name, ...words])

describe("command rules, found by their first words", () => {
  it.each([
    ["exact", covers],
    ["wide", concerns]
  ] as const)("match like a linear search, in the same order: %s", (reading, matches) => {
    fc.assert(
      fc.property(patterns, argv, (texts, words) => {
        const rules = new CommandRules(reading)
        const given = command(words) as CommandResource
        const expected = texts.flatMap((text, i) => {
          const parsed = parseCommandPattern(text)
          if (typeof parsed === "string") return []
          rules.add(rule(text, i), parsed)
          return matches(parsed, given) ? [i] : []
        })
        const found = [...rules.matching(given)].map(({ order }) => order)
        expect(found).toEqual(expect.arrayContaining(expected))
        // Deny and ask rules also match what a command does in another spelling.
        if (reading === "exact") expect(found).toHaveLength(expected.length)
        expect(rules.first(given)?.order).toBe(found.length === 0 ? undefined : Math.min(...found))
        expect(rules.size).toBe(texts.length)
      }),
      runs(600)
    )
  })

  it("take time proportional to the length of a command", () => {
    const rules = new CommandRules("wide")
    const pattern = parseCommandPattern("git push origin:*")
    if (typeof pattern === "string") throw new Error(pattern)
    rules.add(rule("git push origin:*", 0), pattern)
    const looksAt = (length: number) => {
      let looks = 0
      const argv = new Proxy(["git", ...Array.from({ length }, () => ["-x", "push", "-x", "other"]).flat()], {
        get: (words, key) => {
          looks++
          return Reflect.get(words, key)
        }
      })
      expect(rules.first({ ...(command("git") as CommandResource), argv })).toBeUndefined()
      return looks
    }
    // Six times the words take six times the lookups. Looking again at each word would take thirty-six times as many.
    expect(looksAt(1200) / looksAt(200)).toBeLessThan(7)
  })

  it("match a program after more words of its name than are compared", () => {
    const rules = new CommandRules("wide")
    rules.add(rule("rm b:*", 0), { words: ["rm", "b"], open: true })
    const words = Array.from({ length: 300 }, () => "rm")
    const first = (argv: ReadonlyArray<string>) => rules.first({ ...(command("git") as CommandResource), argv })
    expect(first(["acme", "rm", "b"])?.order).toBe(0)
    expect(first(["acme", "rm", "a"])).toBeUndefined()
    expect(first(["acme", ...words, "b"])?.order).toBe(0)
  })

  it("match a program even if its name follows more starters than are read", () => {
    const rules = new CommandRules("wide")
    rules.add(rule("rm:*", 0), { words: ["rm"], open: true })
    const sudos = Array.from({ length: 20 }, () => "sudo")
    const first = (argv: ReadonlyArray<string>) => rules.first({ ...(command("git") as CommandResource), argv })
    expect(first([...sudos, "rm", "x"])?.order).toBe(0)
    expect(first([...sudos, "ls", "x"])).toBeUndefined()
  })
})
