import {
  Approvals,
  type Asker,
  type CommandResource,
  type Judge,
  type Principal,
  type ResolvedPath,
  Sandboxes,
  ToolRegistry
} from "@toolgate/core"
import { EchoSandbox, testRuntimePolicy } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { allow, DefaultPolicy, MemoryQuotaStore, PolicyInvalid } from "../src/index.ts"

import {
  aTool,
  call,
  command,
  configOf,
  configsOf,
  decisionOf,
  file,
  installed,
  opaque,
  policyIn,
  principal,
  tools
} from "./judging.ts"

const because = { layer: "app", rule: "own", source: "app" }

const registry = Layer.mock(ToolRegistry, {
  lookup: () => undefined,
  get: () => undefined,
  has: () => false,
  list: () => Object.values(tools),
  admitting: () => Effect.void
})

const sandboxes = Layer.orDie(Sandboxes.layer([EchoSandbox.make("host")]))

const layerOf = (...texts: ReadonlyArray<string>) =>
  DefaultPolicy.layer({ configs: configsOf(...texts) }).pipe(
    Layer.provide([Approvals.layerNobody, MemoryQuotaStore.layer, sandboxes]),
    Layer.provide(registry)
  )

describe.each([
  ["the defaults", ""],
  ["capabilities", "agents: { a: { fs: [{ path: /workspace, mode: rw }], net: [] } }"],
  ["rules", "rules: { deny: ['*(**/a)'], allow: [a_tool] }"],
  ["limits", "default: { limits: { wall_time: 1s, memory: 1MiB, output: 1KiB } }"]
])("DefaultPolicy, by %s", (_name, text) => testRuntimePolicy({ describe, it }, layerOf(text)))

describe("DefaultPolicy", () => {
  it("reports every missing sandbox and every pattern that does not fit its tool, and does not start", async () => {
    const layer = layerOf("tools: { read_file: { sandbox: wasm } }", "rules: { deny: ['add(src/**)'] }")
    const error = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(layer))))
    expect(error).toBeInstanceOf(PolicyInvalid)
    expect(error.problems.map(({ message }) => message)).toEqual([
      'the sandbox "wasm" is not installed; installed: host',
      'the pattern of the rule "add(src/**)" has nothing to match: tool "add" declares no file, no host and no command'
    ])
  })

  it("denies every change of its own files, under any rule and in any spelling of the path", () => {
    const config = configOf("rules: { allow: [write_file] }")
    const policy = DefaultPolicy.make({ configs: [config], files: ["/workspace/Policy"] }, installed)
    const decision = (path: string, mode: "r" | "w") =>
      policy.judge(call(mode === "r" ? tools.read_file : tools.write_file, [file(path, mode)])).decision
    expect(decision("/workspace/Policy/toolgate.yaml", "w")).toBe("deny")
    expect(decision("/workspace/policy", "w")).toBe("deny")
    expect(decision("/workspace/Policy/toolgate.yaml", "r")).toBe("allow")
    expect(decision("/workspace/Policy2", "w")).toBe("allow")
  })

  it("denies commands with a word that leads to its own files", () => {
    const config = configOf("rules: { allow: [shell] }")
    const policy = DefaultPolicy.make({ configs: [config], files: ["/workspace/p.yaml"] }, installed)
    const decision = (...paths: ReadonlyArray<string>) =>
      policy.judge(call(tools.shell, [command("cp x p.yaml", { paths: paths.map((path) => path as ResolvedPath) })]))
        .decision
    expect(decision("/workspace/x", "/workspace/p.yaml")).toBe("deny")
    expect(decision("/workspace/x")).toBe("allow")
  })

  it("compares unreadable text with the bounds of every delegator, and with added layers", () => {
    const unconfined = "tools: { shell: { unconfined: true } }\nrules: { allow: [shell] }\nnot_secrets: [/**]"
    const parent: Principal = { agent: "a", ceiling: { tools: "any", files: [] } }
    const child: Principal = { agent: "b", ceiling: { tools: "any" }, parent }
    const bounded = call(tools.shell, [opaque], { principal: child })
    expect(decisionOf(policyIn(unconfined), call(tools.shell, [opaque]))).toBe("allow")
    expect(decisionOf(policyIn(unconfined), bounded)).toBe("ask")
    expect(decisionOf(policyIn("rules: { allow: [shell] }"), bounded)).toBe("allow")
    const policy = policyIn(unconfined)
    policy.addGlobal({ deny: ["write_file"] })
    expect(decisionOf(policy, call(tools.shell, [opaque]))).toBe("allow")
    policy.addGlobal({ noWeb: true })
    expect(decisionOf(policy, call(tools.shell, [opaque]))).toBe("deny")
  })

  it("denies a call if an app's own judge returns an invalid verdict", () => {
    const config = configOf("")
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
        why: "A judge returned an invalid verdict."
      })
    }
  })

  it("compares the words of a command with the agent's files and hosts, and with the allowed paths", () => {
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

  it("freezes a principal when it first judges its call, so that cached answers cannot go stale", () => {
    const principal = { agent: "a", ceiling: { tools: ["read_file"], readOnly: false } }
    policyIn("").judge(call(tools.read_file, [], { principal }))
    expect([principal, principal.ceiling, principal.ceiling.tools].every(Object.isFrozen)).toBe(true)
  })
})

describe("a layer that is added while calls run", () => {
  it.each<[object, RegExp]>([
    [{ dney: ["x"] }, /no "dney"/],
    [{ read_only: true }, /no "read_only"/],
    [{ readOnly: 1 }, /"readOnly" of a layer must be true or false/],
    [{ deny: "x" }, /"deny" of a layer must be a list/],
    [{ allow: null }, /"allow" of a layer must be a list/],
    [{ deny: ["group:raed"] }, /group:read/],
    [{ deny: ["a b"] }, /not the name of a tool/]
  ])("is refused as %j, and nothing is narrowed", (layer, message) => {
    const policy = policyIn("")
    expect(() => policy.addGlobal(layer)).toThrow(message)
    expect(policy.judge(call(tools.read_file, [])).decision).toBe("allow")
  })
})

describe("tools for memory and routing", () => {
  const asker: Asker = { principal: principal({ role: "worker" }), caller: { kind: "direct" } }
  const remember = aTool({ name: "remember", sideEffects: "WRITE", category: "memory" })
  const permits = (...texts: ReadonlyArray<string>) => policyIn(...texts).mayPermit(remember, asker)

  it("are hidden from a worker by the first file, unless it lists the role", () => {
    expect([permits(""), permits("", "layers: { roles: { worker: {} } }")]).toEqual([false, false])
    expect(permits("layers: { roles: { worker: {} } }", "")).toBe(true)
  })
})

describe("a tool that is added later", () => {
  const later = aTool({
    name: "read_doc",
    aliases: ["open_doc"],
    sideEffects: "READ",
    resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
  })
  const secret = file("/workspace/.doc")
  const rules = 'rules: { deny: ["open_doc(**/.doc)"], ask: [deploy] }'

  it("is denied by rules that name it, which from then on also apply to every other tool", () => {
    const policy = policyIn(rules)
    expect(policy.judge(call(tools.read_file, [secret])).decision).toBe("allow")
    expect(policy.judge(call(later, [secret])).decision).toBe("deny")
    expect(policy.admit(later)).toEqual([])
    for (const [tool, resource] of [
      [later, secret],
      [tools.read_file, secret],
      [tools.write_file, file("/workspace/.doc", "w")]
    ] as const)
      expect(decisionOf(policy, call(tool, [resource]))).toBe("deny")
    expect(policy.judge(call(tools.read_file, [file("/workspace/a")])).decision).toBe("allow")
  })

  it("keeps the meaning of its rules when another definition takes its name, and after layers were added", () => {
    const policy = policyIn(rules)
    policy.addGlobal({ deny: ["add"] })
    policy.admit(later)
    policy.admit(aTool({ name: "read_doc", aliases: ["open_doc"], resources: [{ kind: "url", arg: "/url" }] }))
    expect(policy.judge(call(tools.read_file, [secret])).decision).toBe("deny")
    expect(policy.judge(call(tools.add)).decision).toBe("deny")
  })

  it("is refused if a rule misspells its name", () => {
    const policy = policyIn(rules)
    expect(policy.admit(aTool({ name: "Deploy" }))).toEqual([
      {
        source: "p.yaml:2:45",
        message:
          'unknown tool "deploy" in rules.ask; did you mean "Deploy"? If the app has a tool "deploy", list the tool under "tools"'
      }
    ])
    expect(policy.admit(aTool({ name: "deploy" }))).toEqual([])
    // The exact name is known by now, so that another tool may have a similar name.
    expect(policy.admit(aTool({ name: "Deploy" }))).toEqual([])
  })

  it("may have a name similar to one that the policy lists", () => {
    expect(policyIn(`tools: { deploy: {} }\n${rules}`).admit(aTool({ name: "Deploy" }))).toEqual([])
  })
})

describe("a misspelled name", () => {
  it("makes a policy invalid", () => {
    const configs = [configOf('rules: { deny: ["raed_file(**/.doc)"] }')]
    expect(DefaultPolicy.findProblems({ configs, tools: Object.values(tools) }, installed)).toEqual([
      {
        source: "p.yaml:2:17",
        message: expect.stringContaining('unknown tool "raed_file" in rules.deny; did you mean "read_file"')
      }
    ])
    expect(DefaultPolicy.findProblems({ configs }, installed)).toEqual([])
  })

  it("makes a layer invalid while calls run", () => {
    const policy = policyIn("layers: { roles: { a: {} } }")
    for (const layer of [{ deny: ["raed_file"] }, { forbiddenTools: ["READ_FILE"] }])
      for (const add of [() => policy.addGlobal(layer), () => policy.addRole("a", layer)])
        expect(add).toThrow(/unknown tool .*; did you mean "read_file"/)
    policy.addGlobal({ deny: ["another"] })
  })
})
