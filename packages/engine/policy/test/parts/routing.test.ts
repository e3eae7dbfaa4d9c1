import { describe, expect, it } from "vitest"
import { getToolRules } from "../../src/config/getToolRules.ts"
import { allow, DefaultPolicy, routing } from "../../src/index.ts"
import { findMissingSandboxes, type Installed } from "../../src/parts/routing.ts"
import { aTool, call, configOf, configsOf, installed, policyIn, principal, tools } from "../judging.ts"

const all: Installed = new Map([
  ["host", new Set(["function", "command"] as const)],
  ["wasm", new Set(["function"] as const)],
  ["empty", new Set<never>()]
])
const of = (texts: ReadonlyArray<string>, tool = tools.read_file, sandboxes = all) => {
  const verdict = routing(configsOf(...texts), sandboxes).of(tool, {
    principal: principal(),
    caller: { kind: "direct" }
  })
  if (typeof verdict === "function") throw new Error("It depends on nothing of the call.")
  if (verdict.decision !== "allow") return [verdict.decision, verdict.because]
  const { confinement: _, env: __, path: ___, ...bounds } = verdict.bounds
  return bounds
}
const because = { layer: "own", rule: "test", source: "test" }
const to = (sandbox: string, limits = "") => `tools: { read_file: { sandbox: ${sandbox}${limits} } }`

describe("routing", () => {
  it("chooses the host by default", () => {
    expect(of([""])).toEqual({ sandbox: "host" })
    expect(of([to("wasm")], tools.add)).toEqual({ sandbox: "host" })
  })

  it("chooses the sandbox for a tool of guests only, and fails if it is not installed", () => {
    const script = { kind: "script", script: "/s.js", calls: 0, clock: "host", random: "host" } as const
    const guests: Installed = new Map<string, Set<"function" | "script">>([
      ["host", new Set(["function"])],
      ["wasm", new Set(["script"])]
    ])
    const guest = aTool({ implementations: [script] })
    expect(of([""], guest, guests)).toEqual({ sandbox: "wasm" })
    expect(of([""], guest, new Map([["host", new Set(["function"] as const)]]))).toEqual([
      "deny",
      { layer: "routing", rule: "sandbox: wasm", source: "built in" }
    ])
    // A sandbox that a file names stays as it is.
    expect(of(["default: { sandbox: host }"], guest, guests)).toEqual([
      "deny",
      { layer: "routing", rule: "sandbox: host", source: "p.yaml:2:1" }
    ])
  })

  it("always requires confinement without variables, even if a judge waives it or grants variables", () => {
    const policy = DefaultPolicy.make(
      { configs: configsOf(""), judges: [() => allow(because, { confinement: "waived", env: "any" })] },
      installed
    )
    expect(policy.judge(call(tools.read_file))).toMatchObject({ bounds: { confinement: "required", env: [] } })
  })

  it("chooses the sandbox and limits of the tool, under any name, before the default", () => {
    expect(of([to("wasm", ", limits: { wall_time: 2s, memory: 1MiB }")])).toEqual({
      sandbox: "wasm",
      limits: { wallMs: 2000, memoryBytes: 1_048_576 }
    })
    expect(of(["tools: { save_file: { sandbox: wasm } }"], tools.write_file)).toEqual({ sandbox: "wasm" })
    expect(of(["default: { sandbox: wasm, limits: { processes: 1 } }"])).toEqual({
      sandbox: "wasm",
      limits: { processes: 1 }
    })
    expect(of([`default: { sandbox: wasm, limits: { processes: 1 } }\n${to("host")}`])).toEqual({ sandbox: "host" })
  })

  it("never falls back to the host if a sandbox is not installed or cannot run the tool", () => {
    const because = (source: string, sandbox = "wasm") => ({ layer: "routing", rule: `sandbox: ${sandbox}`, source })
    expect(of([to("wasm")], tools.read_file, installed)).toEqual(["deny", because("p.yaml:2:10")])
    expect(of(["tools: { shell: { sandbox: wasm } }"], tools.shell)).toEqual(["deny", because("p.yaml:2:10")])
    expect(of([""], tools.read_file, new Map())).toEqual(["deny", because("built in", "host")])
    expect(of([""], aTool({ implementations: [] }))).toEqual(["deny", because("built in", "host")])
  })

  it("combines all files: a silent file restricts nothing, and the lowest limits apply", () => {
    expect(of([to("wasm"), ""])).toEqual({ sandbox: "wasm" })
    expect(of(["", to("wasm")])).toEqual({ sandbox: "wasm" })
    expect(
      of([to("wasm", ", limits: { wall_time: 2s }"), to("wasm", ", limits: { wall_time: 9s, processes: 2 }")])
    ).toEqual({
      sandbox: "wasm",
      limits: { wallMs: 2000, processes: 2 }
    })
    expect(of([to("wasm"), to("host")])).toEqual([
      "deny",
      { layer: "routing", rule: "sandbox: host", source: "p.yaml:2:10" }
    ])
    const policy = policyIn(
      "tool_confirmation: { default: { WRITE: auto } }",
      "tools: { write_file: { sandbox: host } }",
      ""
    )
    expect(policy.judge(call(tools.write_file))).toMatchObject({ decision: "allow", bounds: { sandbox: "host" } })
  })

  it("explains the installed sandboxes and the change to make", () => {
    const explained = (text: string, tool = tools.read_file, sandboxes = all) =>
      routing(configsOf(text), sandboxes)
        .explain(call(tool), principal())
        .map(({ said, change }) => [said, change])
    expect(explained(to("wasm"), tools.read_file, installed)).toEqual([
      ['The sandbox "wasm" of tool "read_file" is not installed.', "Install it, or route the tool elsewhere."]
    ])
    expect(explained("tools: { shell: { sandbox: wasm } }", tools.shell)).toEqual([
      [
        'Tool "shell" has no implementation that the sandbox "wasm" can run.',
        "It has: command. The sandbox runs: function."
      ]
    ])
    expect(explained(to("wasm"))).toEqual([['It runs in the sandbox "wasm".', undefined]])
  })

  it("explains the limits of a script that calls tools, and only for such tools", () => {
    const guests: Installed = new Map<string, Set<"function" | "script">>([
      ["host", new Set(["function"])],
      ["wasm", new Set(["script"])]
    ])
    const script = { kind: "script", script: "/s.js", calls: 9, clock: "host", random: "host" } as const
    const said = (chain: string, later = "", tool = aTool({ implementations: [script] })) =>
      routing(configsOf(`default: { limits: { chain: { ${chain} } } }`, later), guests)
        .explain(call(tool), principal())
        .map((finding) => finding.said)
    const runs = 'It runs in the sandbox "wasm".'
    const limits = "Limits of a script's calls, unless the tool's are lower: chain.max_tool_calls"
    expect(said("max_tool_calls: 20")).toEqual([`${runs} ${limits} 20.`])
    const all = "max_tool_calls: 0, call_timeout: 1500ms, total_timeout: 1m, max_inline_result: 16KiB"
    expect(said(all)).toEqual([
      `${runs} ${limits} 0, chain.call_timeout 1500ms, chain.total_timeout 60s, chain.max_inline_result 16KiB.`
    ])
    expect(said("max_tool_calls: 20", "default: { limits: { chain: { max_tool_calls: 7 } } }")).toEqual([
      `${runs} ${limits} 7.`
    ])
    expect(said("")).toEqual([runs])
    expect(said(all, "", tools.add)).toEqual(['It runs in the sandbox "host".'])
  })
})

describe("sandboxes that are not installed", () => {
  it("are named with every place that routes to them", () => {
    const text = "default: { sandbox: microvm }\ntools: { a: { sandbox: wasm }, b: { sandbox: host }, c: {} }"
    expect(findMissingSandboxes(configOf(text), installed)).toEqual([
      { sandbox: "microvm", source: "p.yaml:2:1" },
      { sandbox: "wasm", source: "p.yaml:3:10" }
    ])
    expect(findMissingSandboxes(configOf(""), new Map())).toEqual([])
  })
})

describe("the entry of a tool", () => {
  it("takes precedence over the default", () => {
    const config = configOf("default: { allowed: false }\ntools: { write_file: {} }")
    expect(getToolRules(config, tools.write_file).map(({ allowed }) => allowed)).toEqual([true])
    expect(getToolRules(config, aTool({ name: "constructor" })).map(({ allowed }) => allowed)).toEqual([false])
    expect(getToolRules(configOf(""), tools.add)).toEqual([])
  })
})
