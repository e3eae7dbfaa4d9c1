import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseDocument } from "yaml"
import { addRuleToText } from "../../src/review/addRuleToText.ts"

const rule = 'shell(echo "a, b" # c)'
const added = JSON.stringify(rule)

describe("a policy file with a further allow rule", () => {
  it.each<[string, string, string]>([
    [
      "a list of items",
      "version: 1\nrules:\n  allow:\n    - a # why\n    - 'b' # and why\n  # about asking\n  ask:\n    - c\n",
      `version: 1\nrules:\n  allow:\n    - a # why\n    - 'b' # and why\n    - ${added}\n  # about asking\n  ask:\n    - c\n`
    ],
    [
      "a list without indentation, and no last line end",
      "version: 1\nrules:\n  allow:\n  - a",
      `version: 1\nrules:\n  allow:\n  - a\n  - ${added}\n`
    ],
    [
      "a text in several lines as its last item",
      "version: 1\nrules:\n  allow:\n    - >-\n      shell(a\n      b)\n\n\ntests: []\n",
      `version: 1\nrules:\n  allow:\n    - >-\n      shell(a\n      b)\n    - ${added}\n\n\ntests: []\n`
    ],
    ["brackets", "version: 1\nrules: { allow: [a, b] } # c\n", `version: 1\nrules: { allow: [a, b, ${added}] } # c\n`],
    ["empty brackets", "rules:\n  allow: []\n", `rules:\n  allow: [${added}]\n`],
    [
      "brackets over several lines",
      "rules:\n  allow: [\n    a,\n    b # why\n  ]\n",
      `rules:\n  allow: [\n    a,\n    b, # why\n    ${added}\n  ]\n`
    ],
    [
      "brackets over several lines with a last comma",
      "rules:\n  allow: [\n    a,\n    b, # why\n  ]\n",
      `rules:\n  allow: [\n    a,\n    b, # why\n    ${added}\n  ]\n`
    ],
    ["no list", "rules:\n  deny: [a]\n\ntests: []\n", `rules:\n  deny: [a]\n  allow:\n    - ${added}\n\ntests: []\n`],
    ["no list, in braces", "rules: { deny: [a] }\n", `rules: { deny: [a], allow: [${added}] }\n`],
    [
      "an empty list",
      "rules:\n  allow: # later\n  deny: [a]\n",
      `rules:\n  allow: # later\n    - ${added}\n  deny: [a]\n`
    ],
    ["an empty list, in braces", "rules: { allow: , deny: [a] }\n", `rules: { allow: [${added}] , deny: [a] }\n`],
    ["no rules", "# mine\nversion: 1\n# end\n", `# mine\nversion: 1\nrules:\n  allow:\n    - ${added}\n# end\n`],
    ["a marked end", "version: 1\n...\n", `version: 1\nrules:\n  allow:\n    - ${added}\n...\n`],
    ["empty rules", "rules:\nversion: 1\n", `rules:\n  allow:\n    - ${added}\nversion: 1\n`],
    ["empty rules, in braces", "rules: {}\nversion: 1\n", `rules: {allow: [${added}]}\nversion: 1\n`],
    ["JSON", '{"version":1}', `{"version":1, "rules": { "allow": [${added}] }}`],
    [
      "lines that end as on Windows",
      "rules:\r\n  allow:\r\n    - a\r\n",
      `rules:\r\n  allow:\r\n    - a\r\n    - ${added}\r\n`
    ]
  ])("keeps the rest unchanged: %s", (_, before, after) => {
    expect(addRuleToText(before, rule)).toBe(after)
  })

  it.each([
    ["that is not a map", "- a\n"],
    ["with an error", "rules: [\n"],
    ["with an invalid list", "rules: { allow: a }\n"]
  ])("cannot be made from a text %s", (_, text) => {
    expect(addRuleToText(text, rule)).toBeUndefined()
  })

  it("only gains the rule, or is not changed, for any content", () => {
    const scalar = fc.constantFrom("a", '"b: c"', "'d'", ">-\n        e\n        f", "|\n        g")
    const comment = fc.constantFrom("", " # why", "\n", "\n    # a line\n")
    const block = fc.array(fc.tuple(scalar, comment), { minLength: 1, maxLength: 3 })
    const list = fc.oneof(
      block.map(
        (items) => `\n${items.map(([text, end]) => `    - ${text}${text.includes("\n") ? "" : end}\n`).join("")}`
      ),
      fc.array(fc.constantFrom("a", '"b, c"', "'d'"), { maxLength: 3 }).map((items) => ` [${items.join(", ")}]\n`),
      fc.constantFrom("\n", " # none\n", " [\n    a, # x\n    b\n  ]\n", " [\n    a,\n    b,\n\n  ] # end\n")
    )
    const rules = fc
      .array(fc.tuple(fc.constantFrom("allow", "deny", "ask"), list), { maxLength: 3 })
      .map((all) => [...new Map(all)].map(([name, text]) => `  ${name}:${text}`).join(""))
    const before = fc.constantFrom("version: 1\n", "# first\nversion: 1 # one\n\n", "version: 1\n\n\n# about rules\n")
    const after = fc.constantFrom("", "tests: []\n", "\n# last\n", "quotas: {} # none\n# the end")
    let made = 0
    fc.assert(
      fc.property(before, rules, after, (first, middle, last) => {
        const text = `${first}rules:${middle === "" ? "\n" : `\n${middle}`}${last}`
        const content = parseDocument(text).toJS() as { readonly rules: Record<string, Array<string>> | null }
        const changed = addRuleToText(text, rule)
        if (changed === undefined) return
        made++
        const { allow, ...others } = content.rules ?? {}
        expect(parseDocument(changed).toJS()).toEqual({
          ...content,
          rules: { ...others, allow: [...(allow ?? []), rule] }
        })
        // Each line is still there, in order. Only a comma may have come to a line.
        const lines = changed.split("\n")
        let from = 0
        for (const line of text.split("\n")) {
          const at = lines.findIndex(
            (one, i) => i >= from && (one === line || one.includes(added) || one === line.replace(/^(\s*b)/, "$1,"))
          )
          expect(at).toBeGreaterThanOrEqual(0)
          from = at
        }
      }),
      runs(1000)
    )
    expect(made).toBeGreaterThanOrEqual(getLeastCount(0.95, runs(1000)))
  })
})
