import { type HostPattern, matchesHost, parseHostPattern } from "@toolgate/core/access"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CompiledRule } from "../../src/rules/CompiledRule.ts"
import { HostRules } from "../../src/rules/HostRules.ts"

const pattern = (text: string): HostPattern => {
  const parsed = parseHostPattern(text)
  if (typeof parsed === "string") throw new Error(parsed)
  return parsed
}

const made = (texts: ReadonlyArray<string>) => {
  const rules = new HostRules()
  for (const [i, text] of texts.entries())
    rules.add(new CompiledRule("deny", { text, tool: "t", pattern: text, source: "p" }, i), pattern(text))
  return rules
}

describe("host rules", () => {
  it("return the first match, by label and by port", () => {
    const rules = made(["a.com:443", "*.a.com", "**.a.com", "1.2.3.4", "[::1]:80"])
    const first = (host: string, port = 443) => rules.first(host, port)?.order
    expect([first("a.com"), first("x.a.com"), first("x.y.a.com"), first("1.2.3.4")]).toEqual([0, 1, 2, 3])
    expect([first("[::1]", 80), first("[::1]")]).toEqual([4, undefined])
    expect([first("a.com", 80), first("xa.com"), first("a.com.evil.org"), first("com")]).toEqual(
      Array(4).fill(undefined)
    )
    expect(made(["a.com", "**"]).first("anything", 1)?.order).toBe(1)
    expect(made([]).first("a.com", 1)).toBeUndefined()
  })

  it("match like a linear search, in the same order", () => {
    const name = fc
      .array(fc.constantFrom("a", "b", "com"), { minLength: 1, maxLength: 4 })
      .map((labels) => labels.join("."))
    const host = fc.oneof(name, fc.constantFrom("1.2.3.4", "[::1]"))
    const text = fc.oneof(
      host,
      name.map((one) => `*.${one}`),
      name.map((one) => `**.${one}`),
      name.map((one) => `${one}:80`),
      fc.constant("**")
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), host, fc.constantFrom(80, 443), (texts, given, port) => {
        const expected = texts.findIndex((one) => matchesHost(pattern(one), given, port))
        expect(made(texts).first(given, port)?.order).toBe(expected === -1 ? undefined : expected)
      }),
      runs(3000)
    )
  })
})
