import { describe, expect, it } from "vitest"
import { confinementOf } from "../src/confinementOf.ts"
import { call, configsOf, policyIn, principal, tools } from "./judging.ts"

const of = (...texts: ReadonlyArray<string>) => confinementOf(configsOf(...texts), tools.shell)
const rule = (text: string, name = "shell") => `tools: { ${name}: { ${text} } }`

describe("confinement", () => {
  it("is required, and no variable given, where nothing is said", () => {
    expect([of(), of(""), of(rule("unconfined: false")), of(rule("env: []"))]).toEqual(
      Array.from({ length: 4 }, () => ({ confinement: "required", env: [] }))
    )
  })

  it("is waived by the first file, for the tool by any of its names, else by its default", () => {
    const waived = { confinement: "waived", env: ["CI"] }
    expect(of(rule("unconfined: true, env: [CI, CI]"))).toEqual(waived)
    expect(of(rule("unconfined: true, env: [CI]", "run_shell"))).toEqual(waived)
    expect(of("default: { unconfined: true, env: [CI] }")).toEqual(waived)
    expect(of(`default: { unconfined: true, env: [CI] }\n${rule("")}`)).toEqual({ confinement: "required", env: [] })
  })

  it("is taken back by any rule beside it, in the same file or a later one", () => {
    const first = rule("unconfined: true, env: [CI, HOME, TZ]")
    expect(of(first, rule("unconfined: true"))).toEqual({ confinement: "waived", env: ["CI", "HOME", "TZ"] })
    expect(of(first, "", "default: { unconfined: false }").confinement).toBe("required")
    expect(of(first, rule("env: [TZ, X, CI]"), "default: { env: [HOME, TZ] }").env).toEqual(["TZ"])
    expect(of(first, rule("env: []")).env).toEqual([])
    const both = "tools: { shell: { unconfined: true, env: [A, B] }, run_shell: { unconfined: false, env: [B] } }"
    expect(of(both)).toEqual({ confinement: "required", env: ["B"] })
  })

  it("is never waived, and nothing given, by a later file alone", () => {
    const later = rule("unconfined: true, env: [CI]")
    expect(of("", later)).toEqual({ confinement: "required", env: [] })
    expect(of(rule("unconfined: false, env: []"), later)).toEqual({ confinement: "required", env: [] })
    expect(of(rule("unconfined: true, env: [CI]", "read_file"), later)).toEqual({ confinement: "required", env: [] })
  })

  it("is told where the tool runs", () => {
    const said = (text: string) =>
      policyIn(text)
        .explain(call(tools.shell, [], { principal: principal() }))
        .steps.filter(({ part }) => part === "routing")
        .flatMap(({ findings }) => findings.map((one) => one.said))
    const limits = " Its limits by default: processes 1024, output 4MiB, memory 50% of what there is."
    expect(said("")).toEqual([`It runs in the sandbox "host".${limits}`])
    expect(said(rule("unconfined: true"))).toEqual(['It runs in the sandbox "host", unconfined.'])
    expect(said(rule("env: [CI]"))).toEqual([`It runs in the sandbox "host", with the variable CI.${limits}`])
    expect(said(rule("unconfined: true, env: [CI, TZ]"))).toEqual([
      'It runs in the sandbox "host", unconfined, with the variables CI, TZ.'
    ])
  })
})
