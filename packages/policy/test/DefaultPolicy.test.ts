import { Approvals, Sandboxes } from "@toolgate/core"
import { EchoSandbox, runtimePolicyContract } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { DefaultPolicy, PolicyInvalid, parsePolicy } from "../src/index.ts"
import { call, configsOf, file, installed, tools } from "./judging.ts"

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
})
