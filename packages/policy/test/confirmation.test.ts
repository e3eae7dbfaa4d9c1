import type { RegisteredTool, Resource } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { confirmation, rules } from "../src/index.ts"
import { policyOf } from "../src/Policy.ts"
import { aTool, call, command, configOf, decisionOf, file, host, opaque, tools } from "./judging.ts"

const modes = "tool_confirmation: {}"
const policy = (text: string) => {
  const config = configOf(text)
  const ruled = rules(config, Object.values(tools))
  return policyOf([ruled, confirmation(config, ruled)])
}
const of = (text: string, tool: RegisteredTool, ...resources: ReadonlyArray<Resource>) =>
  decisionOf(policy(text), call(tool, resources))
const alone = (text: string, tool: RegisteredTool) => decisionOf(policyOf([confirmation(configOf(text))]), call(tool))

const high = aTool({ name: "high", risk: "HIGH" })
const critical = aTool({ name: "critical", risk: "CRITICAL" })
const destructive = aTool({ name: "destructive", destructive: true })
const written = file("/workspace/f", "w")

describe("what a person has to confirm", () => {
  it("is by the mode of the class", () => {
    const text = "tool_confirmation: { default: { READ: prompt_once, WRITE: auto, EXECUTE: deny } }"
    expect(
      [tools.add, tools.read_file, tools.write_file, tools.shell, tools.http_post].map((tool) => alone(text, tool))
    ).toEqual(["allow", "ask", "allow", "deny", "ask"])
  })

  it("is what is destructive or of high risk, whatever the mode", () => {
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

  it("is what belongs to a permission type that requires approval", () => {
    const text = "permissions: { network: { requires_approval: true }, shell: { requires_approval: false } }"
    expect(
      [tools.http_get, tools.shell, tools.add].map((tool) =>
        alone(`${text}\ntool_confirmation: { default: { EXECUTE: auto } }`, tool)
      )
    ).toEqual(["ask", "allow", "allow"])
  })

  it("is one question with every reason, which a kept answer covers only where all of them let it", () => {
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

  it("covers the tool where it is asked once", () => {
    const covers = (mode: string) => {
      const verdict = policy(`tool_confirmation: { default: { WRITE: ${mode} } }`).judge(
        call(tools.write_file, [written])
      )
      return verdict.decision === "ask" ? verdict.covers : verdict.decision
    }
    expect([covers("prompt"), covers("prompt_once")]).toEqual(["call", "tool"])
  })
})

describe("an allow rule", () => {
  it("answers what the class, risk, destruction and permission type ask", () => {
    expect(of(`${modes}\nrules: { allow: [write_file] }`, tools.write_file, written)).toBe("allow")
    expect([high, destructive].map((tool) => of(`${modes}\nrules: { allow: ["*"] }`, tool))).toEqual(["allow", "allow"])
    const approval = "permissions: { network: { requires_approval: true } }"
    expect(of(`${approval}\nrules: { allow: ["http_get(domain:a.com)"] }`, tools.http_get, host("a.com"))).toBe("allow")
    expect(of(`${approval}\nrules: { allow: ["http_get(domain:a.com)"] }`, tools.http_get, host("b.com"))).toBe("ask")
  })

  it("never answers for what is CRITICAL, for a rule that asks, or where the mode denies", () => {
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

  it("that answers for a part only is said to", () => {
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

  it("is asked about as reading or writing is, although the command is answered for", () => {
    expect(of(`${modes}\n${echo}`, tools.shell, ls)).toBe("allow")
    expect(of(`${modes}\n${echo}`, tools.shell, ls, written)).toBe("ask")
    expect(of(`${modes}\n${echo}`, tools.shell, ls, file("/workspace/f"))).toBe("allow")
    expect(of(`tool_confirmation: { default: { READ: prompt } }\n${echo}`, tools.shell, ls, file("/workspace/f"))).toBe(
      "ask"
    )
    expect(of(`tool_confirmation: { default: { WRITE: auto } }\n${echo}`, tools.shell, ls, written)).toBe("allow")
    expect(of("tool_confirmation: { default: { EXECUTE: auto } }", tools.shell, ls, written)).toBe("ask")
  })

  it("is answered for by the allow rule of a tool that does the same", () => {
    const both = 'rules: { allow: ["shell(ls:*)", "write_file(f)"] }'
    expect(of(`${modes}\n${both}`, tools.shell, ls, written)).toBe("allow")
    expect(of(`${modes}\n${both}`, tools.shell, ls, file("/workspace/g", "w"))).toBe("ask")
    expect(of(`${modes}\n${both}`, tools.shell, ls, written, file("/workspace/g", "w"))).toBe("ask")
    expect(
      of(
        'tool_confirmation: { default: { EXECUTE: auto } }\nrules: { allow: ["write_file(f)"] }',
        tools.shell,
        ls,
        written
      )
    ).toBe("allow")
    expect(of(`${modes}\nrules: { allow: ["write_file(f)"] }`, tools.shell, ls, written)).toBe("ask")
  })

  it("is denied where the mode of its class denies, whatever answers", () => {
    const denied = "tool_confirmation: { default: { WRITE: deny } }"
    for (const allow of [
      "[]",
      "[shell]",
      '["shell(ls:*)"]',
      '["shell(ls:*)", "write_file(f)"]',
      '[shell, write_file, "*"]'
    ])
      expect(of(`${denied}\nrules: { allow: ${allow} }`, tools.shell, ls, written)).toBe("deny")
    expect(of(denied, tools.shell, ls)).toBe("ask")
  })

  it("is a part of what the tool's own mode decides", () => {
    expect(of("tool_confirmation: { per_tool: { shell: auto } }", tools.shell, ls, written)).toBe("allow")
    expect(
      of("tool_confirmation: { default: { WRITE: deny }, per_tool: { shell: auto } }", tools.shell, ls, written)
    ).toBe("deny")
    expect(
      of("tool_confirmation: { default: { WRITE: auto }, per_tool: { shell: deny } }", tools.shell, ls, written)
    ).toBe("deny")
  })

  it("is lowered by trust inside of the workspace alone", () => {
    const trusted = `tool_confirmation: { trusted_workspaces: [/workspace] }\n${echo}`
    expect(of(trusted, tools.shell, ls, written)).toBe("allow")
    expect(of(trusted, tools.shell, ls, file("/x", "w"))).toBe("ask")
    expect(of(trusted, tools.shell, command("rm"), written)).toBe("ask")
  })
})

describe("what cannot be read", () => {
  it("is asked about, however mild the modes are, and answered for only by a rule without a pattern", () => {
    const mild = "tool_confirmation: { default: { EXECUTE: auto, WRITE: auto } }"
    expect(of(mild, tools.shell, opaque)).toBe("ask")
    expect(of(`${mild}\nrules: { allow: ["shell(*)"] }`, tools.shell, command("ls"), opaque)).toBe("ask")
    expect(of(`${mild}\nrules: { allow: [shell] }`, tools.shell, opaque)).toBe("allow")
  })
})

describe("without settings", () => {
  it("only a permission type asks", () => {
    const later = (text: string) => configOf(text, { known: { groups: new Set(), roles: new Set() } })
    const decides = (text: string, tool: RegisteredTool) =>
      decisionOf(policyOf([confirmation(later(text))]), call(tool))
    expect([tools.shell, high, critical, destructive].map((tool) => decides("", tool))).toEqual(Array(4).fill("allow"))
    expect(decides("permissions: { shell: { requires_approval: true } }", tools.shell)).toBe("ask")
  })
})
