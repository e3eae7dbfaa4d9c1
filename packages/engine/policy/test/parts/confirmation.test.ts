import type { PermissionRequest, ResolvedPath, Resource, ToolDefinition } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { confirmation, rules } from "../../src/index.ts"
import { makePolicy } from "../../src/Policy.ts"
import {
  aTool,
  call,
  command,
  configOf,
  decisionOf,
  file,
  host,
  opaque,
  policyIn,
  principal,
  tools,
  unread
} from "../judging.ts"

const modes = "tool_confirmation: {}"
const policy = (text: string) => {
  const config = configOf(text)
  const ruled = rules(config, Object.values(tools))
  return makePolicy([ruled, confirmation(config, ruled)])
}
const of = (text: string, tool: ToolDefinition, ...resources: ReadonlyArray<Resource>) =>
  decisionOf(policy(text), call(tool, resources))
const alone = (text: string, tool: ToolDefinition) => decisionOf(makePolicy([confirmation(configOf(text))]), call(tool))

const high = aTool({ name: "high", risk: "HIGH" })
const critical = aTool({ name: "critical", risk: "CRITICAL" })
const destructive = aTool({ name: "destructive", destructive: true })
const written = file("/workspace/f", "w")

describe("a confirmation", () => {
  it("depends on the mode of the class", () => {
    const text = "tool_confirmation: { default: { READ: prompt_once, WRITE: auto, EXECUTE: deny } }"
    expect(
      [tools.add, tools.read_file, tools.write_file, tools.shell, tools.http_post].map((tool) => alone(text, tool))
    ).toEqual(["allow", "ask", "allow", "deny", "ask"])
  })

  it("is always needed for destructive and high-risk tools", () => {
    const medium = aTool({ risk: "MEDIUM" })
    expect([destructive, high, critical, medium].map((tool) => alone(modes, tool))).toEqual([
      "ask",
      "ask",
      "ask",
      "allow"
    ])
    expect(alone("tool_confirmation: { per_tool: { high: auto } }", high)).toBe("ask")
    expect(alone("tool_confirmation: { per_tool: { high: deny } }", high)).toBe("deny")
  })

  it("is needed for a permission type that requires approval", () => {
    const text = "permissions: { network: { requires_approval: true }, shell: { requires_approval: false } }"
    expect(
      [tools.http_get, tools.shell, tools.add].map((tool) =>
        alone(`${text}\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }`, tool)
      )
    ).toEqual(["ask", "allow", "allow"])
  })

  it("is one question with every reason, and its answer covers as little as the narrowest reason", () => {
    const verdict = confirmation(configOf("tool_confirmation: { default: { NONE: prompt_once } }")).of(
      aTool({ risk: "HIGH", destructive: true }),
      { principal: { agent: "a", ceiling: { tools: "any" } }, caller: { kind: "direct" } }
    )
    expect(verdict).toEqual({
      decision: "ask",
      because: { layer: "confirmation", rule: "default NONE: prompt_once", source: "p.yaml:2:33" },
      why: 'A person has to confirm calls of tool "t", of the class NONE. Tool "t" is destructive. Tool "t" is of HIGH risk.',
      bounds: {},
      covers: "call"
    })
  })

  it("is asked once for a destructive tool with the mode prompt_once, unless its risk is higher", () => {
    const covers = (tool: ToolDefinition, mode: string) => {
      const verdict = policy(`tool_confirmation: { default: { NONE: ${mode} } }`).judge(call(tool))
      return verdict.decision === "ask" ? verdict.covers : verdict.decision
    }
    const risky = aTool({ name: "risky", destructive: true, risk: "HIGH" })
    expect([covers(destructive, "prompt_once"), covers(risky, "prompt_once")]).toEqual(["tool", "call"])
    expect([covers(destructive, "prompt"), covers(destructive, "auto")]).toEqual(["call", "call"])
  })

  it("covers the tool with prompt_once", () => {
    const covers = (mode: string) => {
      const verdict = policy(`tool_confirmation: { default: { WRITE: ${mode} } }`).judge(
        call(tools.write_file, [written])
      )
      return verdict.decision === "ask" ? verdict.covers : verdict.decision
    }
    expect([covers("prompt"), covers("prompt_once")]).toEqual(["call", "tool"])
  })
})

describe("the effects of a tool", () => {
  const net = (text: string) => `tools: { runs: { ${text} } }\n`
  const runs = aTool({ name: "runs", sideEffects: "EXECUTE", effects: ["local_exec"] })
  const whole = (text: string, tool: ToolDefinition, context: Partial<PermissionRequest["context"]> = {}) =>
    decisionOf(policyIn(text), call(tool, [], context))

  it("are asked about and denied like their least classes", () => {
    const sends = aTool({ sideEffects: "NETWORK", effects: ["network_access", "modifies_files", "calls_llm"] })
    const of = (text: string, tool: ToolDefinition) => alone(`tool_confirmation: { default: { ${text} } }`, tool)
    const calm = "NONE: auto, READ: auto, WRITE: auto, EXECUTE: auto, NETWORK: auto"
    expect(of(calm, sends)).toBe("allow")
    for (const [name, tool] of [
      ["WRITE", sends],
      ["READ", sends],
      ["WRITE", tools.shell],
      ["READ", tools.download]
    ] as const)
      for (const [mode, decision] of [
        ["prompt", "ask"],
        ["prompt_once", "ask"],
        ["deny", "deny"]
      ] as const)
        expect(of(calm.replace(`${name}: auto`, `${name}: ${mode}`), tool)).toBe(decision)
    expect(of("EXECUTE: deny, NETWORK: auto", aTool({ sideEffects: "NETWORK", effects: ["local_exec"] }))).toBe("deny")
    expect(of(calm.replace("EXECUTE: auto", "EXECUTE: deny"), sends)).toBe("allow")
  })

  it("are named by class in the question", () => {
    const verdict = policyIn("tool_confirmation: { default: { EXECUTE: auto } }").judge(call(tools.shell))
    expect(verdict).toMatchObject({
      decision: "ask",
      because: { rule: "default WRITE: prompt" },
      why: 'A person has to confirm calls of tool "shell", of the class EXECUTE with effects of the class WRITE.'
    })
  })

  it("do not count if the tool has its own mode", () => {
    const text =
      "tool_confirmation: { default: { WRITE: deny, EXECUTE: deny, NETWORK: deny }, per_tool: { shell: auto } }"
    expect(whole(text, tools.shell)).toBe("allow")
  })

  it("are tightened by a session, even if the tool has its own mode", () => {
    const session = "per_session: { night: { WRITE: deny } }"
    const night = { session: "night" }
    expect(
      whole(`tool_confirmation: { default: { WRITE: auto, EXECUTE: auto }, ${session} }`, tools.shell, night)
    ).toBe("deny")
    expect(whole(`tool_confirmation: { per_tool: { shell: auto }, ${session} }`, tools.shell, night)).toBe("deny")
    expect(whole(`tool_confirmation: { per_tool: { shell: auto }, ${session} }`, tools.shell)).toBe("allow")
  })

  it("are not lowered by trust if code runs, which may write other files", () => {
    const text = "tool_confirmation: { default: { EXECUTE: auto }, trusted_workspaces: [/workspace] }"
    const parts = {
      sideEffects: "EXECUTE",
      resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }]
    } as const
    const decides = (effects: ToolDefinition["effects"]) =>
      decisionOf(policyIn(text), call(aTool({ ...parts, effects }), [written]))
    expect([decides(["local_exec"]), decides(["local_exec", "modifies_files"])]).toEqual(["allow", "ask"])
  })

  describe("that run code", () => {
    const denied = "tool_confirmation: { default: { EXECUTE: auto, NETWORK: deny } }"

    it("are denied if NETWORK is denied, unless the grant has no network", () => {
      expect(whole(denied, runs)).toBe("deny")
      expect(whole(`${net("net: []")}${denied}`, runs)).toBe("allow")
      expect(whole(`${net("net: [example.org]")}${denied}`, runs)).toBe("deny")
      expect(whole(`${net("net: [], unconfined: true")}${denied}`, runs)).toBe("deny")
      expect(whole(`agents: { a: { net: [] } }\n${denied}`, runs)).toBe("allow")
      expect(whole(`agents: { a: { net: [a.org] } }\n${net("net: [b.org]")}${denied}`, runs)).toBe("allow")
      expect(whole(denied, runs, { principal: principal({ ceiling: { tools: "any", hosts: [] } }) })).toBe("allow")
      expect(whole("tool_confirmation: { default: { EXECUTE: auto, NETWORK: prompt } }", runs)).toBe("allow")
    })

    it("are denied despite any allow rule, and explain what would let them run", () => {
      const policy = policyIn(`${denied}\nrules: { allow: [runs] }`)
      expect(decisionOf(policy, call(runs))).toBe("deny")
      expect(policy.explain(call(runs)).steps.at(-1)).toEqual({
        part: "all parts",
        agent: "a",
        findings: [
          {
            because: { layer: "confirmation", rule: "default NETWORK: deny", source: "p.yaml:2:48" },
            effect: "deny",
            said: 'Tool "runs" runs code, which can reach the network, and the mode of the class NETWORK is deny.',
            change: "Give the tool no network (net: [], and not unconfined), or its own mode (per_tool)."
          }
        ]
      })
    })

    it("are denied by a session that denies NETWORK, even if the tool has its own mode", () => {
      const session = "per_session: { night: { NETWORK: deny } }"
      const own = `tool_confirmation: { per_tool: { runs: auto }, ${session} }`
      expect([whole(own, runs), whole(own, runs, { session: "night" })]).toEqual(["allow", "deny"])
      const loosened =
        "tool_confirmation: { default: { EXECUTE: auto, NETWORK: deny }, per_session: { night: { NETWORK: auto } }, sessions_may_loosen: true }"
      expect([whole(loosened, runs), whole(loosened, runs, { session: "night" })]).toEqual(["deny", "allow"])
    })

    it("are denied in a trusted workspace whose overrides deny NETWORK", () => {
      const text =
        "tool_confirmation: { default: { EXECUTE: auto }, trusted_workspaces: [/workspace], trusted_workspace_overrides: { NETWORK: deny } }"
      const elsewhere = { workspace: "/other" as ResolvedPath }
      expect([whole(text, runs), whole(text, runs, elsewhere)]).toEqual(["deny", "allow"])
    })
  })
})

describe("an allow rule", () => {
  it("answers questions about class, risk, destruction and permission type", () => {
    expect(of(`${modes}\nrules: { allow: [write_file] }`, tools.write_file, written)).toBe("allow")
    expect([high, destructive].map((tool) => of(`${modes}\nrules: { allow: ["*"] }`, tool))).toEqual(["allow", "allow"])
    const approval = "permissions: { network: { requires_approval: true } }"
    expect(of(`${approval}\nrules: { allow: ["http_get(domain:a.com)"] }`, tools.http_get, host("a.com"))).toBe("allow")
    expect(of(`${approval}\nrules: { allow: ["http_get(domain:a.com)"] }`, tools.http_get, host("b.com"))).toBe("ask")
  })

  it("never answers for CRITICAL risk, for an ask rule, or if the mode denies", () => {
    expect(of(`${modes}\nrules: { allow: ["*", critical] }`, critical)).toBe("ask")
    expect(of(`${modes}\nrules: { allow: [write_file], ask: ["write_file(f)"] }`, tools.write_file, written)).toBe(
      "ask"
    )
    expect(
      of("tool_confirmation: { default: { WRITE: deny } }\nrules: { allow: [write_file] }", tools.write_file, written)
    ).toBe("deny")
    expect(
      of(
        "tool_confirmation: { per_tool: { write_file: deny } }\nrules: { allow: [write_file] }",
        tools.write_file,
        written
      )
    ).toBe("deny")
  })

  it("is reported if it covers only a part", () => {
    const verdict = policy(`${modes}\nrules: { allow: ["copy_file(a)"] }`).judge(
      call(tools.copy_file, [file("/workspace/a"), file("/workspace/b", "w")])
    )
    expect(verdict).toMatchObject({
      decision: "ask",
      why: 'A person has to confirm calls of tool "copy_file", of the class WRITE. No allow rule matches path 2 of 2.'
    })
  })
})

describe("a redirection of a command", () => {
  const ls = command("ls")
  const echo = 'rules: { allow: ["shell(ls:*)"] }'

  it("needs approval like reading or writing, even if a rule covers the command", () => {
    expect(of(`${modes}\n${echo}`, tools.shell, ls)).toBe("allow")
    expect(of(`${modes}\n${echo}`, tools.shell, ls, written)).toBe("ask")
    expect(of(`${modes}\n${echo}`, tools.shell, ls, file("/workspace/f"))).toBe("allow")
    expect(of(`tool_confirmation: { default: { READ: prompt } }\n${echo}`, tools.shell, ls, file("/workspace/f"))).toBe(
      "ask"
    )
    expect(of(`tool_confirmation: { default: { WRITE: auto } }\n${echo}`, tools.shell, ls, written)).toBe("allow")
    expect(of("tool_confirmation: { default: { EXECUTE: auto } }", tools.shell, ls, written)).toBe("ask")
  })

  it("is covered by the allow rule of a tool that does the same", () => {
    const both = 'rules: { allow: ["shell(ls:*)", "write_file(f)"] }'
    expect(of(`${modes}\n${both}`, tools.shell, ls, written)).toBe("allow")
    expect(of(`${modes}\n${both}`, tools.shell, ls, file("/workspace/g", "w"))).toBe("ask")
    expect(of(`${modes}\n${both}`, tools.shell, ls, written, file("/workspace/g", "w"))).toBe("ask")
    expect(
      of(
        'tool_confirmation: { default: { EXECUTE: auto } }\nrules: { allow: ["write_file(f)"] }',
        tools.start,
        ls,
        written
      )
    ).toBe("allow")
    expect(of(`${modes}\nrules: { allow: ["write_file(f)"] }`, tools.shell, ls, written)).toBe("ask")
  })

  it("is denied if the mode of its class denies, despite any rule", () => {
    const denied = "tool_confirmation: { default: { WRITE: deny } }"
    for (const allow of [
      "[]",
      "[shell]",
      '["shell(ls:*)"]',
      '["shell(ls:*)", "write_file(f)"]',
      '[shell, write_file, "*"]'
    ])
      expect(of(`${denied}\nrules: { allow: ${allow} }`, tools.shell, ls, written)).toBe("deny")
    expect(of(denied, tools.start, ls)).toBe("ask")
  })

  it("follows the tool's own mode", () => {
    expect(of("tool_confirmation: { per_tool: { shell: auto } }", tools.shell, ls, written)).toBe("allow")
    expect(
      of("tool_confirmation: { default: { WRITE: deny }, per_tool: { shell: auto } }", tools.shell, ls, written)
    ).toBe("deny")
    expect(
      of("tool_confirmation: { default: { WRITE: auto }, per_tool: { shell: deny } }", tools.shell, ls, written)
    ).toBe("deny")
  })

  it("is lowered by trust only inside the workspace", () => {
    const trusted = `tool_confirmation: { trusted_workspaces: [/workspace] }\n${echo}`
    expect(of(trusted, tools.shell, ls, written)).toBe("allow")
    expect(of(trusted, tools.shell, ls, file("/x", "w"))).toBe("ask")
    expect(of(trusted, tools.shell, command("rm"), written)).toBe("ask")
  })
})

describe("unreadable text", () => {
  it("always needs approval, unless a rule without a pattern covers it", () => {
    const mild = "tool_confirmation: { default: { EXECUTE: auto, WRITE: auto } }"
    expect(of(mild, tools.shell, opaque)).toBe("ask")
    expect(of(`${mild}\nrules: { allow: ["shell(*)"] }`, tools.shell, command("ls"), opaque)).toBe("ask")
    expect(of(`${mild}\nrules: { allow: [shell] }`, tools.shell, opaque)).toBe("allow")
  })
})

describe("text that was not read", () => {
  const later = "rules: { allow: [shell] }"

  it.each([
    ["a mode of the class", "tool_confirmation: { default: { EXECUTE: auto, WRITE: auto, NETWORK: auto } }"],
    ["a mode of the tool", "tool_confirmation: { per_tool: { shell: auto } }"],
    ["a mode of the session", "tool_confirmation: { per_session: { session-1: { EXECUTE: auto } } }"],
    ["trust", "tool_confirmation: { trusted_workspaces: [/], trusted_workspace_overrides: { EXECUTE: auto } }"],
    ["an allow rule", "rules: { allow: [shell, 'shell(*)', '*'] }"],
    [
      "all of these",
      "tool_confirmation: { default: { EXECUTE: auto }, per_tool: { shell: auto }, trusted_workspaces: [/] }\nrules: { allow: [shell] }"
    ]
  ])("always needs approval: %s", (_name, text) => {
    expect(of(text, tools.shell, command("ls"), unread)).toBe("ask")
    expect(decisionOf(policyIn(text, later), call(tools.shell, [command("ls"), unread]))).toBe("ask")
    expect(decisionOf(policyIn(later, text), call(tools.shell, [unread, opaque]))).toBe("ask")
  })

  it("needs approval each time, even with prompt_once", () => {
    const once = policyIn("tool_confirmation: { per_tool: { shell: prompt_once } }")
    expect(once.judge(call(tools.shell, [command("ls")]))).toMatchObject({ decision: "ask", covers: "tool" })
    expect(once.judge(call(tools.shell, [command("ls"), unread]))).toMatchObject({ decision: "ask", covers: "call" })
  })
})

describe("without settings", () => {
  it("asks only for a permission type", () => {
    const later = (text: string) => configOf(text, { isFirst: false })
    const decides = (text: string, tool: ToolDefinition) =>
      decisionOf(makePolicy([confirmation(later(text))]), call(tool))
    expect([tools.shell, high, critical, destructive].map((tool) => decides("", tool))).toEqual(Array(4).fill("allow"))
    expect(decides("permissions: { shell: { requires_approval: true } }", tools.shell)).toBe("ask")
  })
})
