import { describe, expect, it } from "vitest"
import { makeGrant } from "../../src/grant/makeGrant.ts"
import { resolveConfinement } from "../../src/grant/resolveConfinement.ts"
import { call, configsOf, policyIn, principal, tools } from "../judging.ts"

const of = (...texts: ReadonlyArray<string>) => {
  const { confinement, env } = resolveConfinement(configsOf(...texts), tools.shell)
  return { confinement, env }
}
const pathOf = (...texts: ReadonlyArray<string>) => resolveConfinement(configsOf(...texts), tools.shell).path
const rule = (text: string, name = "shell") => `tools: { ${name}: { ${text} } }`

describe("confinement", () => {
  it("is required, without variables, by default", () => {
    expect([of(), of(""), of(rule("unconfined: false")), of(rule("env: []"))]).toEqual(
      Array.from({ length: 4 }, () => ({ confinement: "required", env: [] }))
    )
  })

  it("can be waived by the first file, under any name of the tool or by the default", () => {
    const waived = { confinement: "waived", env: ["CI"] }
    expect(of(rule("unconfined: true, env: [CI, CI]"))).toEqual(waived)
    expect(of(rule("unconfined: true, env: [CI]", "run_shell"))).toEqual(waived)
    expect(of("default: { unconfined: true, env: [CI] }")).toEqual(waived)
    expect(of(`default: { unconfined: true, env: [CI] }\n${rule("")}`)).toEqual({ confinement: "required", env: [] })
  })

  it("is restored by any other rule, in the same file or a later one", () => {
    const first = rule("unconfined: true, env: [CI, HOME, TZ]")
    expect(of(first, rule("unconfined: true"))).toEqual({ confinement: "waived", env: ["CI", "HOME", "TZ"] })
    expect(of(first, "", "default: { unconfined: false }").confinement).toBe("required")
    expect(of(first, rule("env: [TZ, X, CI]"), "default: { env: [HOME, TZ] }").env).toEqual(["TZ"])
    expect(of(first, rule("env: []")).env).toEqual([])
    const both = "tools: { shell: { unconfined: true, env: [A, B] }, run_shell: { unconfined: false, env: [B] } }"
    expect(of(both)).toEqual({ confinement: "required", env: ["B"] })
  })

  it("is never waived by a later file alone, which cannot grant variables either", () => {
    const later = rule("unconfined: true, env: [CI]")
    expect(of("", later)).toEqual({ confinement: "required", env: [] })
    expect(of(rule("unconfined: false, env: []"), later)).toEqual({ confinement: "required", env: [] })
    expect(of(rule("unconfined: true, env: [CI]", "read_file"), later)).toEqual({ confinement: "required", env: [] })
  })

  it("gets program folders from the first file, and every other rule can only remove them", () => {
    const first = rule("path: [/opt/a/bin, /home/me/b, /c]")
    expect(pathOf(first)).toEqual(["/opt/a/bin", "/home/me/b", "/c"])
    expect(pathOf("")).toEqual([])
    expect(pathOf("", first)).toEqual([])
    expect(pathOf(rule("path: []"), first)).toEqual([])
    expect(pathOf(first, "")).toEqual(["/opt/a/bin", "/home/me/b", "/c"])
    expect(pathOf(first, rule("path: [/c, /d, /opt/a/bin]"))).toEqual(["/opt/a/bin", "/c"])
    expect(pathOf(first, "default: { path: [/c] }")).toEqual(["/c"])
  })

  it("makes these folders readable for a confined command, except for excluded paths", () => {
    const text = `${rule("path: [/opt/a/bin, /opt/b]")}\nrules: { allow: [shell, read_file] }\nnot_secrets: [/**]`
    const granted = (tool: typeof tools.shell | typeof tools.read_file, ...texts: ReadonlyArray<string>) => {
      const request = call(tool)
      const verdict = policyIn(...texts).judge(request)
      if (verdict.decision === "deny") throw new Error(verdict.why)
      const { files, path } = makeGrant(request, verdict).access
      return { path, read: files.filter(({ mode }) => mode === "r").map((file) => file.path), except: files[1]?.except }
    }
    expect(granted(tools.shell, text)).toEqual({
      path: ["/opt/a/bin", "/opt/b"],
      read: ["/opt/a/bin", "/opt/a/lib", "/opt/a/lib64", "/opt/a/libexec", "/opt/b"],
      except: undefined
    })
    const deny = 'rules: { deny: ["read_file(**/.env)"], allow: [shell] }'
    expect(granted(tools.shell, text, deny).except).toEqual([{ pattern: "/**/.env", mode: "r" }])
    const bare = { path: undefined, read: [], except: undefined }
    expect(granted(tools.shell, `tools: { shell: { path: [/opt/b], unconfined: true } }`)).toEqual(bare)
    expect(granted(tools.read_file, `${rule("path: [/opt/b]", "read_file")}`)).toEqual(bare)
  })

  it("is part of the explanation of the sandbox", () => {
    const said = (text: string) =>
      policyIn(text)
        .explain(call(tools.shell, [], { principal: principal() }))
        .steps.filter(({ part }) => part === "routing")
        .flatMap(({ findings }) => findings.map((one) => one.said))
    const limits = " Its limits by default: processes 1024, output 4MiB, memory 50% of the machine's memory."
    expect(said("")).toEqual([`It runs in the sandbox "host".${limits}`])
    expect(said(rule("unconfined: true"))).toEqual(['It runs in the sandbox "host", unconfined.'])
    expect(said(rule("env: [CI], path: [/opt/a/bin]"))).toEqual([
      `It runs in the sandbox "host", with the variable CI and the programs of /opt/a/bin.${limits}`
    ])
    expect(said(rule("path: [/opt/a/bin]"))).toEqual([
      `It runs in the sandbox "host", with the programs of /opt/a/bin.${limits}`
    ])
    expect(said(rule("env: [CI]"))).toEqual([`It runs in the sandbox "host", with the variable CI.${limits}`])
    expect(said(rule("unconfined: true, env: [CI, TZ]"))).toEqual([
      'It runs in the sandbox "host", unconfined, with the variables CI, TZ.'
    ])
  })
})
