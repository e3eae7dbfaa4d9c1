import { describe, expect, it } from "vitest"
import { noticeUnknownTools } from "../../src/index.ts"
import { configsOf } from "../dryRun/dry.ts"

const tools = [
  { name: "write_file", aliases: ["Write"] },
  { name: "shell", aliases: [] }
]

const notice = (...texts: ReadonlyArray<string>) =>
  noticeUnknownTools(configsOf(...texts.map((text) => `version: 1\n${text}`)), tools)?.text

describe("the notice about unknown tools in a policy", () => {
  it("is absent if all tools are known, or only tests call them", () => {
    expect(
      notice(
        'rules: { deny: ["write_file(a)", "*", "group:all"], allow: [Write] }\ntests: [{ call: { tool: x }, expect: deny }]'
      )
    ).toBeUndefined()
    expect(
      notice('rules: { deny: [mcp__a__get, "mcp__*", "mcp__a__*(x)"] }\nquotas: { mcp__a__put: { per_minute: 1 } }')
    ).toBe(undefined)
    expect(noticeUnknownTools([], [])).toBeUndefined()
  })

  it("lists a tool from any entry, with its position and the probable name", () => {
    const sentence = (text: string) =>
      `The policy names a tool that this gate does not know, so these entries have no effect until such a tool is added: ${text}.`
    const meant = 'did you mean "write_file"?'
    expect(notice('rules: { deny: ["write_fil(**)"] }')).toBe(sentence(`"write_fil" (1.yaml:2:17; ${meant})`))
    expect(notice("layers: { global: { deny: [write_fil] } }")).toBe(sentence(`"write_fil" (1.yaml:2:28; ${meant})`))
    expect(notice("tools: { write_fil: { allowed: false } }")).toBe(sentence(`"write_fil" (1.yaml:2:10; ${meant})`))
    expect(notice("quotas: { xyzzy: { per_minute: 1 } }")).toBe(sentence('"xyzzy" (1.yaml:2:11)'))
  })

  it("lists each tool once, and the first of very many", () => {
    expect(notice("rules: { deny: [aaa, bbb] }", "rules: { deny: [bbb, ccc] }")).toBe(
      'The policy names tools that this gate does not know, so these entries have no effect until they are added: "aaa" (1.yaml:2:17), "bbb" (1.yaml:2:22), "ccc" (2.yaml:2:22).'
    )
    const many = Array.from({ length: 1000 }, (_, i) => `t${i}_______`)
    expect(notice(`rules: { deny: [${many.join(", ")}] }`)).toMatch(/ "t19_______" \(1\.yaml:2:\d+\), and 980 more\.$/)
  })

  it("reports whether one of them is denied or asked about, and lists those first", () => {
    const guards = (text: string) => noticeUnknownTools(configsOf(`version: 1\n${text}`), tools)?.guards
    expect([
      guards("rules: { deny: [aaa] }"),
      guards('rules: { ask: ["aaa(b)"] }'),
      guards("layers: { global: { deny: [aaa] } }"),
      guards("tools: { aaa: { allowed: false } }"),
      guards("rules: { allow: [aaa] }"),
      guards("quotas: { aaa: { per_minute: 1 } }")
    ]).toEqual([true, true, true, true, false, false])
    expect(notice("tools: { ccc: {} }\nrules: { deny: [aaa], allow: [bbb] }")).toMatch(/added: "aaa" .*"ccc" .*"bbb" /)
  })
})
