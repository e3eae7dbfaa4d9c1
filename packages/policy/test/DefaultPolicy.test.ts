import { Approvals, type CommandResource, type Judge, type ResolvedPath, Sandboxes } from "@toolgate/core"
import { EchoSandbox, runtimePolicyContract } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { allow, DefaultPolicy, PolicyInvalid, parsePolicy } from "../src/index.ts"
import { call, command, configsOf, decisionOf, file, installed, policyIn, tools } from "./judging.ts"

const because = { layer: "app", rule: "own", source: "app" }

const sandboxes = Sandboxes.layer([EchoSandbox.make("host")])

const layerOf = (...texts: ReadonlyArray<string>) =>
  DefaultPolicy.layer({ configs: configsOf(...texts), tools: Object.values(tools) }).pipe(
    Layer.provide([Approvals.layerNobody, sandboxes])
  )

describe.each([
  ["the defaults", ""],
  ["capabilities", "agents: { a: { fs: [{ path: /workspace, mode: rw }], net: [] } }"],
  ["rules", "rules: { deny: ['*(**/a)'], allow: [a_tool] }"],
  ["limits", "default: { limits: { wall_time: 1s, memory: 1MiB, output: 1KiB } }"]
])("DefaultPolicy, by %s", (_name, text) => runtimePolicyContract({ describe, it }, layerOf(text)))

describe("DefaultPolicy", () => {
  it("does not start with a sandbox that is not installed, or a pattern that its tool cannot have, and says it all", async () => {
    const layer = layerOf("tools: { read_file: { sandbox: wasm } }", "rules: { deny: ['add(src/**)'] }")
    const error = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(layer))))
    expect(error).toBeInstanceOf(PolicyInvalid)
    expect(error.problems.map(({ message }) => message)).toEqual([
      'the sandbox "wasm" is not installed; there is host',
      'the pattern of the rule "add(src/**)" has nothing to match: tool "add" declares no file, no URL and no command'
    ])
  })

  it("lets no call change what it is read from, under any rule, and however the path is spelled", () => {
    const [config] = [Effect.runSync(parsePolicy("version: 1\nrules: { allow: [write_file] }", "p.yaml"))]
    const policy = DefaultPolicy.make({ configs: [config], files: ["/workspace/Policy"] }, installed)
    const decision = (path: string, mode: "r" | "w") =>
      policy.judge(call(mode === "r" ? tools.read_file : tools.write_file, [file(path, mode)])).decision
    expect(decision("/workspace/Policy/toolgate.yaml", "w")).toBe("deny")
    expect(decision("/workspace/policy", "w")).toBe("deny")
    expect(decision("/workspace/Policy/toolgate.yaml", "r")).toBe("allow")
    expect(decision("/workspace/Policy2", "w")).toBe("allow")
  })

  it("lets no word of a command lead to what it is read from", () => {
    const config = Effect.runSync(parsePolicy("version: 1\nrules: { allow: [shell] }", "p.yaml"))
    const policy = DefaultPolicy.make({ configs: [config], files: ["/workspace/p.yaml"] }, installed)
    const decision = (...paths: ReadonlyArray<string>) =>
      policy.judge(call(tools.shell, [command("cp x p.yaml", { paths: paths.map((path) => path as ResolvedPath) })]))
        .decision
    expect(decision("/workspace/x", "/workspace/p.yaml")).toBe("deny")
    expect(decision("/workspace/x")).toBe("allow")
  })

  it("denies where an app's own judge answers with no verdict", () => {
    const config = Effect.runSync(parsePolicy("version: 1\n", "p.yaml"))
    const answers = [
      undefined,
      null,
      "deny",
      { decision: "DENY" },
      { decision: "allow" },
      Promise.resolve(allow(because))
    ]
    for (const answer of answers) {
      const policy = DefaultPolicy.make({ configs: [config], judges: [(() => answer) as unknown as Judge] }, installed)
      expect(policy.judge(call(tools.read_file, [file("/workspace/a")]))).toMatchObject({
        decision: "deny",
        why: "A judge answered with no verdict."
      })
    }
  })

  it("holds an agent's files and hosts, and the allowed paths, against the words of a command", () => {
    const files =
      "agents: { a: { tools: ['*'], fs: [{ path: /workspace, mode: rw }], net: [ok.org] } }\nrules: { allow: [shell] }"
    const decision = (words: Partial<CommandResource>) =>
      decisionOf(policyIn(files), call(tools.shell, [command("cat x", words)]))
    expect(decision({ paths: ["/etc/passwd" as ResolvedPath] })).toBe("deny")
    expect(decision({ paths: ["/workspace/x" as ResolvedPath] })).toBe("allow")
    expect(decision({ hosts: [{ host: "evil.org", port: 443 }] })).toBe("deny")
    expect(decision({ hosts: [{ host: "ok.org", port: 443 }] })).toBe("allow")
    const paths = "permissions: { filesystem: { allowed_paths: [/workspace] } }\nrules: { allow: [shell] }"
    const denied = call(tools.shell, [command("cat x", { paths: ["/etc/passwd" as ResolvedPath] })])
    expect(decisionOf(policyIn(paths), denied)).toBe("deny")
  })

  it("freezes a principal when it first judges for it, so that nothing that was kept of it goes stale", () => {
    const principal = { agent: "a", ceiling: { tools: ["read_file"], readOnly: false } }
    policyIn("").judge(call(tools.read_file, [], { principal }))
    expect([principal, principal.ceiling, principal.ceiling.tools].every(Object.isFrozen)).toBe(true)
  })
})

describe("a layer that is added while calls run", () => {
  it.each<[object, RegExp]>([
    [{ dney: ["x"] }, /no "dney"/],
    [{ read_only: true }, /no "read_only"/],
    [{ readOnly: 1 }, /"readOnly" of a layer has to be true or false/],
    [{ deny: "x" }, /"deny" of a layer has to be a list/],
    [{ allow: null }, /"allow" of a layer has to be a list/],
    [{ deny: ["group:raed"] }, /group:read/],
    [{ deny: ["a b"] }, /not the name of a tool/]
  ])("is refused as %j, and nothing is narrowed", (layer, message) => {
    const policy = policyIn("")
    expect(() => policy.addGlobal(layer)).toThrow(message)
    expect(policy.judge(call(tools.read_file, [])).decision).toBe("allow")
  })
})
