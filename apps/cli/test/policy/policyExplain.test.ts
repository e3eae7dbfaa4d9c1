import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const policy = `version: 1
rules:
  deny: ["shell(rm -rf:*)"]
  allow: ["shell(ls:*)", "shell(npm test)"]
`

const told = (args: ReadonlyArray<string>, workspace: string) => {
  const cwd = folder({ "p.yaml": policy })
  return toolgate(["policy", "explain", ...args, "--policy", "p.yaml", "--workspace", workspace], { cwd })
}

const explain = (args: ReadonlyArray<string>, text = policy) => {
  const cwd = folder({ "p.yaml": text })
  return toolgate(["policy", "explain", ...args, "--policy", "p.yaml", "--workspace", cwd], { cwd }).then((ended) => ({
    ...ended,
    stdout: ended.stdout.replaceAll(cwd, "/w")
  }))
}

describe("toolgate policy explain", () => {
  it("explains the decision, each step, what does not match, and what would change it", async () => {
    const { status, stdout, stderr } = await explain(["shell", '{"command":"ls && rm -rf /"}'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    const at = (text: string) => stdout.indexOf(text)
    expect(stdout).toMatch(
      /^DENY: The rule "shell\(rm -rf:\*\)" denies command 2 of 2\.\n {2}because of rules: deny shell\(rm -rf:\*\) \(p\.yaml:3:10\)\n/
    )
    const parts = [
      "\nResources of the call:\n  running ls\n  running rm -rf /\n",
      "\nStep by step:\n",
      "    denies  The rule matches running rm -rf /.\n            deny shell(rm -rf:*) (p.yaml:3:10)\n",
      "    allows  The rule answers for running ls.\n            allow shell(ls:*) (p.yaml:4:11)\n",
      "    -       No allow rule matches running rm -rf /.\n",
      "\nRules that name the tool and do not match:\n  rules: allow shell(npm test) (p.yaml:4:26)\n",
      "\nWhat would change this:\n  - Remove the rule"
    ]
    expect(parts.map(at)).toEqual(parts.map(at).toSorted((a, b) => a - b))
    expect(parts.map(at)).not.toContain(-1)
  })

  it("shows the question for a person, and a rule that answers exactly that", async () => {
    const { stdout } = await explain(["write_file", '{"path":"a b","content":"x"}'])
    expect(stdout).toMatch(/^ASK: A person has to confirm calls of tool "write_file", of the class WRITE\.\n/)
    expect(stdout).toContain('  - To allow exactly this call, add to rules.allow of p.yaml: "write_file(a b)".\n')
    expect(stdout).toMatch(
      /\nWhat a person would be asked:\n {2}Tool "write_file" changes files in the workspace \(WRITE\), risk LOW\.\n/
    )
  })

  it("keeps within eighty columns, but for words that are longer", async () => {
    const { stdout } = await explain(["shell", '{"command":"npm test > out.txt; git push origin main --force"}'])
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80)
  })

  it("shows nothing of the call that could pass for another line", async () => {
    const { stdout } = await explain(["shell", '{"command":"ls \'a\\nALLOW: no\\u001b[31m\'"}'])
    expect(stdout).not.toMatch(/^ALLOW: no/m)
    expect(stdout).not.toContain("\u001b")
  })

  it("prints the same as JSON", async () => {
    const { stdout } = await explain(["shell", '{"command":"rm -rf x"}', "--agent", "me", "--json"])
    expect(JSON.parse(stdout)).toMatchObject({
      decision: "deny",
      because: { layer: "rules", rule: "deny shell(rm -rf:*)", source: "p.yaml:3:10" },
      sandbox: null,
      policy: "p.yaml",
      call: { tool: "shell", args: { command: "rm -rf x" }, agent: "me", role: null, workspace: "/w" },
      resources: [{ kind: "command", argv: ["rm", "-rf", "x"] }],
      unmatched: [{ rule: "allow shell(ls:*)" }, { rule: "allow shell(npm test)" }],
      changes: [{ gives: "ask" }, { gives: "allow" }],
      question: null
    })
  })

  it("prints less than 2 kB about a short command, and only the steps that found something", async () => {
    const { stdout } = await explain(["shell", '{"command":"ls -l"}', "--json"], "version: 1\n")
    expect(stdout.length).toBeLessThan(2_000)
    const { steps, question } = JSON.parse(stdout)
    expect(steps.map(({ part }: { part: string }) => part)).toEqual(["confirmation", "routing"])
    expect(Object.keys(question)).toEqual(["summary"])
  })

  it("takes the asker from its flags", async () => {
    const roles = "version: 1\nlayers: { roles: { reader: { read_only: true }, writer: {} }, tasks: { look: {} } }\n"
    const write = ["write_file", '{"path":"a","content":""}']
    const decision = async (...flags: ReadonlyArray<string>) =>
      (await explain([...write, ...flags], roles)).stdout.split("\n", 1)[0]
    expect(await decision()).toBe("DENY: The policy lists its roles, and this call has none.")
    expect(await decision("--role", "reader")).toMatch(/^DENY: .*"role reader"/)
    expect(await decision("--role", "writer", "--task", "look")).toMatch(/^ASK: /)
    expect(await decision("--role", "writer", "--read-only")).toMatch(/^DENY: .*only read\.$/)
  })

  it("judges calls from a missing workspace, such as that of a guide or another machine", async () => {
    const { status, stdout, stderr } = await told(["read_file", '{"path":"a"}'], "/no/such/shop")
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toMatch(/ workspace\s+\/no\/such\/shop\.\n/)
    expect(stdout).toContain("\nResources of the call:\n  reading /no/such/shop/a\n")
    expect(await told(["read_file", '{"path":"a"}'], "~/shop")).toEqual({
      status: 2,
      stdout: "",
      stderr: 'toolgate: The workspace "~/shop" begins with "~", which is not expanded here; write the whole path.\n'
    })
    expect((await told(["read_file", '{"path":"a"}'], "p.yaml")).stderr).toBe(
      'toolgate: The workspace "p.yaml" is not a folder; name one.\n'
    )
  })

  it("advises another argument if the argument itself is wrong, and not another workspace", async () => {
    const advice = async (path: string) =>
      (await explain(["read_file", JSON.stringify({ path })])).stdout.split("What would change this:\n")[1]
    expect(await advice("a\0b")).toBe(
      "  No policy can change this: every gate refuses the call. Correct the argument\n    that names the resource.\n"
    )
    expect(await advice("../x")).toMatch(/ call from\s+another workspace\.\n/)
  })

  it("offers a way out for unreadable commands, and ends every sentence once", async () => {
    const { stdout } = await explain(["shell", '{"command":"eval $X"}'])
    expect(stdout).toContain("\nWhat would change this:\n  * Write the command so that")
    expect(stdout).toMatch(/\n +unknown: [A-Z].*[^.]\.\n/)
    expect(stdout).toContain("\n  For the session: not offered, because the call")
    expect(stdout).not.toMatch(/\.\.\s/)
  })

  it.each([
    ["a tool that there is not", ["raed_file"], 1, /^DENY: Tool "raed_file" not found\. Available: read_file/],
    [
      "arguments that are no JSON",
      ["shell", "{"],
      1,
      /^DENY: Arguments of "shell" cannot be read as JSON: at line 1, column 2/
    ],
    [
      "arguments that do not fit",
      ["shell", "{}"],
      1,
      /^DENY: Arguments of "shell" are invalid: "\/command" is missing\./
    ],
    [
      "a path that leaves the workspace",
      ["read_file", '{"path":"../x"}'],
      0,
      /^DENY: The path of the argument "path" leads out of the workspace\./
    ]
  ])("reports where %s stopped", async (_what, args, status, first) => {
    const ended = await explain(args)
    expect(ended.status).toBe(status)
    expect(ended.stdout).toMatch(first)
    expect(ended.stdout).toContain("\nWhat would change this:\n")
  })
})
