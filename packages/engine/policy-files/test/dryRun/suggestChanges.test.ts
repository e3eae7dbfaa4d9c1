import { describe, expect, it } from "vitest"
import { suggestChanges } from "../../src/index.ts"
import { answersOf } from "./dry.ts"

const call = (tool: string, args: object, context: object = {}) => JSON.stringify({ tool, args, context })

const suggested = async (policies: ReadonlyArray<string>, request: string) => {
  const [answer] = await answersOf(policies, request)
  if (answer?._tag !== "Judged") throw new Error(answer?.refused.message)
  return suggestChanges(answer).map(({ change, gives }) => `${change} => ${gives}`)
}

describe("the suggested changes", () => {
  it("are empty for an allowed call", async () => {
    expect(await suggested(["version: 1\n"], call("read_file", { path: "a" }))).toEqual([])
  })

  it("are an exact rule, the tool's mode, or trust, for a call that asks", async () => {
    expect(await suggested(["version: 1\n"], call("write_file", { path: "src/a", content: "" }))).toEqual([
      'To allow exactly this call, add to rules.allow of 1.yaml: "write_file(src/a)". => allow',
      "To run every call of the tool without asking, set tool_confirmation.per_tool.write_file to auto in 1.yaml. => allow",
      'To allow every write in this workspace without asking, add "/nowhere/project" to tool_confirmation.trusted_workspaces of 1.yaml. => allow'
    ])
  })

  it("add a rule only to the files that ask", async () => {
    const asking = "version: 1\ntool_confirmation: { default: { EXECUTE: prompt } }\n"
    expect((await suggested([asking, asking], call("shell", { command: "make all" })))[0]).toBe(
      'To allow exactly this call, add to rules.allow of 1.yaml and of 2.yaml: "shell(make all)". => allow'
    )
    expect((await suggested([asking, "version: 1\n"], call("shell", { command: "make all" })))[0]).toBe(
      'To allow exactly this call, add to rules.allow of 1.yaml: "shell(make all)". => allow'
    )
  })

  it("remove rules, alone or with replacements", async () => {
    const policy = `version: 1
rules: { deny: ["shell(rm:*)", "shell(rm -r:*)"], ask: ["read_file(a)"] }
`
    expect(await suggested([policy], call("shell", { command: "rm -r x > y" }))).toEqual([
      'Remove the rules "deny shell(rm:*)" (1.yaml:2:17), "deny shell(rm -r:*)" (1.yaml:2:32), or make their patterns narrower. => ask',
      'Remove the rules "deny shell(rm:*)" (1.yaml:2:17), "deny shell(rm -r:*)" (1.yaml:2:32), and add to rules.allow of 1.yaml: "write_file(y)", "shell(rm -r x)". => allow'
    ])
    expect(await suggested([policy], call("read_file", { path: "a" }))).toEqual([
      'Remove the rule "ask read_file(a)" (1.yaml:2:57), or make its pattern narrower. => allow'
    ])
  })

  it("include another caller who may make the call", async () => {
    const policy = `version: 1
layers: { roles: { reader: { read_only: true }, writer: {} } }
tool_confirmation: { default: { WRITE: auto } }
`
    const write = { path: "a", content: "" }
    expect(await suggested([policy], call("write_file", write, { role: "reader" }))).toEqual([
      "Only tools of the classes NONE and READ can be called here. (read_only, 1.yaml:2:30) => undefined",
      'Call in the role "writer". => allow'
    ])
    expect(await suggested(["version: 1\n"], call("write_file", write, { read_only: true, no_web: true }))).toEqual([
      'Call as an agent with a higher ceiling than "default" was given. (read_only, default) => undefined',
      "Call without being read-only. => ask"
    ])
  })

  it.each(["eval $X", "git log $B", "cat ~/*"])(
    "are another text or a rule for the whole tool if the text cannot be read: %s",
    async (command) => {
      expect(await suggested(["version: 1\n"], call("shell", { command }))).toEqual([
        "Write the command so that all of it can be read: without variables, expansions and substitutions. => undefined",
        'To allow every call of the tool, including commands that cannot be read before they run, add to rules.allow of 1.yaml: "shell". => allow'
      ])
    }
  )

  it("are only shorter calls for text that is not read", async () => {
    expect(await suggested(["version: 1\n"], call("shell", { command: "ls;".repeat(101) }))).toEqual([
      "Make several shorter calls instead: no rule and no mode allows a command that is not read to its end. => undefined"
    ])
  })

  it("leave out rules for parts that are already allowed", async () => {
    const policy = `version: 1
rules: { allow: ["shell(git log:*)"] }
`
    expect((await suggested([policy], call("shell", { command: "git log && make" })))[0]).toBe(
      'To allow exactly this call, add to rules.allow of 1.yaml: "shell(make)". => allow'
    )
  })

  it("include a rule for each kind of resource, because a single rule would allow any resource of the other kind", async () => {
    const request = JSON.stringify({
      tool: "download",
      args: { url: "https://example.org/a", to: "a" },
      definition: {
        side_effects: "WRITE",
        resources: [
          { kind: "url", arg: "/url" },
          { kind: "file", arg: "/to", mode: "w", within: "workspace" }
        ]
      }
    })
    expect((await suggested(["version: 1\n"], request))[0]).toBe(
      'To allow exactly this call, add to rules.allow of 1.yaml: "download(domain:example.org:443)", "download(a)". => allow'
    )
  })

  it("include advice from the findings if no tried change is enough", async () => {
    const critical = JSON.stringify({ tool: "launch", definition: { side_effects: "NETWORK", risk: "CRITICAL" } })
    expect(await suggested(["version: 1\n"], critical)).toEqual([
      "Add an allow rule that matches the call, or set the mode auto. (default NETWORK: prompt, built in) => undefined",
      "Only a person can approve a call of CRITICAL risk. (risk CRITICAL, built in) => undefined"
    ])
    const none = "version: 1\nquotas: { read_file: { per_session: 0 } }\n"
    expect(await suggested([none], call("read_file", { path: "a" }))).toEqual([
      "Change the entry that decided: per_session: 0 (1.yaml:2:11). => undefined"
    ])
  })
})
