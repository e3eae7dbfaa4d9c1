import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { stringify } from "yaml"
import { parsePolicy } from "../../src/config/parsePolicy.ts"
import { policyOf, problemsOf, withoutSources } from "./ask.ts"
import { example } from "./example.ts"
import { type Written, written } from "./written.ts"

/** Returns a value as JSON. A name that objects inherit is an ordinary name. */
const plain = (value: Written): unknown => {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]))
  return Array.isArray(value) ? value.map(plain) : value
}

describe("any policy", () => {
  it("survives a round trip through block YAML, flow YAML and JSON", () => {
    fc.assert(
      fc.property(written, fc.constantFrom("block", "flow", "json"), ({ file, config }, form) => {
        const text =
          form === "json"
            ? JSON.stringify(plain(file), undefined, "\t")
            : stringify(file, { collectionStyle: form, aliasDuplicateObjects: false, lineWidth: 0 })
        expect(withoutSources(policyOf(text))).toEqual(config)
      }),
      runs(100)
    )
  })

  it("has the position of every tool, rule and path", () => {
    fc.assert(
      fc.property(written, ({ file }) => {
        const text = stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 })
        const lines = text.split("\n")
        for (const { text: entry, source } of textsIn(policyOf(text))) {
          const [, line, column] = source.split(":").map(Number)
          const there = lines[(line ?? 0) - 1]?.slice((column ?? 0) - 1) ?? ""
          expect([entry, JSON.stringify(entry), `'${entry}'`].some((form) => there.startsWith(form))).toBe(true)
        }
      }),
      runs(60)
    )
  })
})

const textsIn = (value: unknown): ReadonlyArray<{ readonly text: string; readonly source: string }> => {
  if (value instanceof Map) return [...value.values()].flatMap(textsIn)
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== "object" || value === null) return []
  const beneath = Object.values(value).flatMap(textsIn)
  const { text, source } = value as Record<string, unknown>
  return typeof text === "string" && typeof source === "string" ? [{ text, source }, ...beneath] : beneath
}

describe("any text", () => {
  const pieces = fc.constantFrom(
    ..."{}[]:,-?#&*!|>'\"%@`~\n \t\r\0".split(""),
    ...[
      "version: 1\n",
      "rules:\n",
      "  deny: ",
      "- ",
      "---\n",
      "&a ",
      "*a",
      "!!x ",
      "<<: ",
      "groups: ",
      "\\",
      "\ud800",
      "é",
      "a",
      "1"
    ]
  )
  const mutated = fc
    .array(fc.tuple(fc.nat(example.length), fc.nat(8), fc.oneof(pieces, fc.string())), { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce((text, [at, length, instead]) => text.slice(0, at) + instead + text.slice(at + length), example)
    )

  it("yields a policy, or problems in the order of the text, and never a crash", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(pieces).map((each) => each.join("")),
          mutated
        ),
        (text) => {
          const exit = Effect.runSync(Effect.result(parsePolicy(text, "p", { home: "/home/me", platform: "linux" })))
          if (exit._tag === "Success") return
          const places = exit.failure.problems.map(({ source, message }) => {
            expect(message).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+$/u)
            const [name, line = 0, column = 0] = source.split(":").map((part, i) => (i === 0 ? part : Number(part)))
            expect([name, Number.isInteger(line), Number.isInteger(column)]).toEqual(["p", true, true])
            return Number(line) * 1e6 + Number(column)
          })
          expect(places.length).toBeGreaterThan(0)
          expect(places).toEqual(places.toSorted((a, b) => a - b))
        }
      ),
      runs(300)
    )
  })
})

describe("a hostile text", () => {
  const size = 4 * 1024 * 1024
  const repeated = (piece: string) => piece.repeat(Math.floor(size / piece.length))

  it.each([
    ["[", "1:42 the text is nested too deeply"],
    ["{a: ", "1:165 the text is nested too deeply"],
    ["- ", "1:83 the text is nested too deeply"],
    ["a: ", "1:124 the text is nested too deeply"],
    ["- a\n", "100000:4 the text is too long; split the policy into several files"]
  ])("with many %j is refused at the bound", (piece, problem) => {
    expect(problemsOf(repeated(piece))).toEqual([problem])
  })

  it("with a hundred thousand faults reports fifty of them, without side effects", () => {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 7
    expect(problemsOf(`"${"\\x".repeat(100_000)}"`).length).toBe(51)
    const after = Error.stackTraceLimit
    Error.stackTraceLimit = stackTraceLimit
    expect(after).toBe(7)
  })

  it("with aliases that double on each line is refused for its aliases", () => {
    const lines = Array.from({ length: 30 }, (_, i) => `a${i}: &a${i} [${i === 0 ? "x" : `*a${i - 1}, *a${i - 1}`}]`)
    const problems = problemsOf(lines.join("\n"))
    expect(problems.length).toBe(51)
    expect(problems[2]).toBe('1:5 anchors are not supported; put "&a0" in quotes if you mean the text')
  })

  it("of 10 MB is not parsed", () => {
    expect(problemsOf("- a\n".repeat(2_500_000))).toEqual([
      "1:1 the text is longer than 4 MiB; split the policy into several files"
    ])
  })
})
