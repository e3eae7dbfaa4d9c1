import type { CommandResource, Resources, ToolRegistry } from "@toolgate/core"
import { validator } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { type RuleToReview, tryRules, type WaitingRule } from "../../src/index.ts"
import { ports } from "../dryRun/dry.ts"
import { suggested } from "./suggested.ts"

const waiting = (parts: Partial<RuleToReview> = {}): WaitingRule => {
  const { at, ...rule } = suggested(parts)
  return { id: "1", suggested: { version: 1, ...rule, first: at, last: at, times: 1 } }
}

const run = <A, E>(effect: Effect.Effect<A, E, ToolRegistry | Resources>) =>
  Effect.runPromise(Effect.provide(effect, ports))

/**
 * Tries rules with files of these texts, and returns the outcome of the rules, the new last file, and the regressions.
 */
const tried = async (rules: ReadonlyArray<WaitingRule>, ...given: ReadonlyArray<string>) => {
  const paths = given.map((_, i) => `/nowhere/${i + 1}.yaml`)
  const texts = new Map(given.map((text, i) => [paths[i] ?? "", text]))
  const done = await run(Effect.flatMap(validator, (one) => tryRules(rules, { paths, texts }, one)))
  return {
    rules: done.rules.map(({ added, none }) => added ?? none),
    texts: paths.map((path) => done.texts.get(path)),
    worse: done.worse
  }
}

const make: CommandResource = {
  kind: "command",
  argv: ["make"],
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: [],
  hosts: []
}

describe("waiting rules", () => {
  it("are added to the right file's text, one after the other", async () => {
    const both = [waiting(), waiting({ rule: "shell(make)", tool: "shell", resources: [make] })]
    expect(await tried(both, "version: 1 # mine\n")).toEqual({
      rules: [
        { path: "/nowhere/1.yaml", rule: "write_file(/nowhere/project/a)" },
        { path: "/nowhere/1.yaml", rule: "shell(make)" }
      ],
      texts: ['version: 1 # mine\nrules:\n  allow:\n    - "write_file(/nowhere/project/a)"\n    - "shell(make)"\n'],
      worse: []
    })
  })

  it("use relative paths in a file of the call's folder", async () => {
    const rules = [
      waiting({
        rule: "write_file(/nowhere/a)",
        workspace: "/nowhere",
        resources: [{ kind: "file", path: "/nowhere/a", mode: "w" }]
      })
    ]
    expect((await tried(rules, "version: 1\n")).rules).toEqual([{ path: "/nowhere/1.yaml", rule: "write_file(a)" }])
  })

  it("go into the file that asks", async () => {
    expect((await tried([waiting()], "version: 1\n", "version: 1\nquotas: {}\n")).texts).toEqual([
      'version: 1\nrules:\n  allow:\n    - "write_file(/nowhere/project/a)"\n',
      "version: 1\nquotas: {}\n"
    ])
  })

  it.each<[string, Partial<RuleToReview>, string, string]>([
    ["allow what is allowed", {}, "version: 1\nrules: { allow: [write_file] }\n", "is allowed already"],
    ["stand against a denial", {}, "version: 1\nrules: { deny: ['write_file(**/a)'] }\n", "is denied: "],
    [
      "stand against a question",
      {},
      "version: 1\nrules: { ask: ['write_file(**/a)'] }\n",
      "would still be asked about: "
    ],
    [
      "are wider than their call",
      { rule: "write_file" },
      "version: 1\n",
      'has the rule "write_file(/nowhere/project/a)", and not this one'
    ],
    ["are of a tool that is gone", { tool: "gone" }, "version: 1\n", 'is of the tool "gone", which is unknown here'],
    [
      "have an unreadable call",
      { resources: [{ kind: "opaque", reason: "It is." }] },
      "version: 1\n",
      "is partly known only when it runs"
    ]
  ])("are not added if they %s", async (_, parts, text, why) => {
    expect(await tried([waiting(parts)], text)).toEqual({
      rules: [expect.stringContaining(why)],
      texts: [text],
      worse: []
    })
  })

  it("are rejected if a passing test of the file would fail", async () => {
    const test = "tests:\n  - { call: { tool: shell, args: { command: make } }, expect: ask }\n"
    const rules = [waiting({ rule: "shell(make)", tool: "shell", resources: [make] })]
    expect((await tried(rules, `version: 1\n${test}`)).worse).toEqual([
      'A test of "/nowhere/1.yaml" fails, which expects "ask" of tool "shell" with {"command":"make"}.'
    ])
    // A test that failed before does not count against the rule.
    expect((await tried(rules, `version: 1\n${test.replace("expect: ask", "expect: deny")}`)).worse).toEqual([])
  })

  it("must not add warnings, and are not blamed for existing ones", async () => {
    const rules = [waiting({ rule: "shell(make)", tool: "shell", resources: [make] })]
    const old = "version: 1\nrules:\n  allow: ['shell(*)']\n  ask: ['shell(make)', 'shell(make:*)']\n"
    expect((await tried(rules, old)).rules).toEqual([expect.stringContaining("would still be asked about")])
    const warned = "version: 1\nrules:\n  deny: ['shell(rm:*)', 'shell(rm -r)']\n"
    expect((await tried(rules, warned)).worse).toEqual([])
  })
})
