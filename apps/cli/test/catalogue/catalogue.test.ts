import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const catalogue = `tools:
  - name: fetch_page
    description: Fetches a page. Slowly.
    category: web
    permission: network
    parameters: { url: { type: string, required: true } }
    side_effects: [network_access]
    resources: [{ kind: url, arg: /url }]
    implementation: { script: ./fetch.mjs }
  - { name: write_file, risk: HIGH }
`

const project = (files: Readonly<Record<string, string>> = {}) =>
  folder({ "tools.yaml": catalogue, "fetch.mjs": "export default () => null", ...files })

describe("--catalogue", () => {
  it("lists the tools of a catalogue by category, beside the built-in ones", async () => {
    const { status, stdout, stderr } = await toolgate(["tools", "--catalogue", "tools.yaml"], { cwd: project() })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toMatch(/\n\nweb:\nfetch_page +READ {5}Fetches a page\. \[network_access\]\nhttp_get /)
    expect(stdout).toMatch(/^write_file +WRITE/m)
  })

  it("shows a tool of a catalogue, and prints it in JSON", async () => {
    const cwd = project()
    const { stdout } = await toolgate(["tools", "show", "fetch_page", "--catalogue", "tools.yaml"], { cwd })
    expect(stdout).toMatch(/^category +web$/m)
    const shown = await toolgate(["tools", "show", "write_file", "--catalogue", "tools.yaml", "--json"], { cwd })
    expect(JSON.parse(shown.stdout)).toMatchObject({ definition: { name: "write_file", risk: "HIGH" } })
  })

  it("narrows a policy by the permissions of a catalogue", async () => {
    const cwd = project({
      "policy.yaml": "version: 1\nrules: { allow: [fetch_page] }\n",
      "held.yaml": "permissions: { network: { requires_approval: true } }\ntools: []\n"
    })
    const explain = (...files: ReadonlyArray<string>) =>
      toolgate(
        [
          ...["policy", "explain", "fetch_page", "url=https://example.org/", "--policy", "policy.yaml", "--json"],
          ...files.flatMap((file) => ["--catalogue", file])
        ],
        { cwd }
      )
    expect(JSON.parse((await explain("tools.yaml")).stdout)).toMatchObject({ decision: "allow" })
    const held = JSON.parse((await explain("tools.yaml", "held.yaml")).stdout)
    expect(held).toMatchObject({ decision: "ask", because: { source: expect.stringMatching(/^held\.yaml:1:/) } })
  })

  it("names its tools to policy check, lint and test", async () => {
    const policy = `version: 1
rules: { allow: [fetch_page] }
tests:
  - { call: { tool: fetch_page, args: { url: "https://example.org/" } }, expect: allow }
`
    const cwd = project({ "policy.yaml": policy })
    const input = `${JSON.stringify({ tool: "fetch_page", args: { url: "https://example.org/" } })}\n`
    const flags = ["--catalogue", "tools.yaml"]
    const checked = await toolgate(["policy", "check", "--policy", "policy.yaml", ...flags], { cwd, input })
    expect(JSON.parse(checked.stdout)).toMatchObject({ decision: "allow" })
    expect((await toolgate(["policy", "test", "policy.yaml", ...flags], { cwd })).status).toBe(0)
    const linted = await toolgate(["policy", "lint", "policy.yaml", "--strict", ...flags], { cwd })
    expect(linted).toMatchObject({ status: 0, stdout: expect.not.stringContaining("unknown tool") })
  })

  it("reports every mistake of a file on a line that begins with its place", async () => {
    const cwd = project({
      "bad.yaml": "tools:\n  - { nmae: a, timeout: soon }\n  - { name: a, risk: HUGE }\n  - name: read_flie\n"
    })
    const { status, stdout, stderr } = await toolgate(["tools", "--catalogue", "bad.yaml", "--json"], { cwd })
    expect(status).toBe(2)
    const lines = stderr.trimEnd().split("\n")
    expect(lines.length).toBeGreaterThanOrEqual(4)
    for (const line of lines) expect(line).toMatch(/^bad\.yaml:\d+:\d+: /)
    expect(stderr).toContain('"read_file"')
    expect(JSON.parse(stdout).error.details.problems).toHaveLength(lines.length)
  })

  it.each([
    ["", 'toolgate: The flag "--catalogue" is empty; name a file, or leave the flag out.\n'],
    [".", ".: it is a folder; name a file\n"],
    ["absent.yaml", "absent.yaml: there is no such file or folder\n"],
    ["pipe", "pipe: it is not a regular file\n"]
  ])("refuses the file %j", async (file, said) => {
    const cwd = project()
    execFileSync("mkfifo", [join(cwd, "pipe")])
    expect(await toolgate(["tools", "--catalogue", file], { cwd })).toEqual({ status: 2, stdout: "", stderr: said })
  })

  it("refuses a file that is named twice", async () => {
    const flags = ["--catalogue", "tools.yaml", "--catalogue", "./tools.yaml"]
    const { status, stderr } = await toolgate(["tools", ...flags], { cwd: project() })
    expect(status).toBe(2)
    expect(stderr).toBe('toolgate: The flag "--catalogue" names "./tools.yaml" twice; name it once.\n')
  })

  it("calls a tool of a catalogue by words, and names its flags in the next command", async () => {
    const cwd = project()
    const flags = ["--catalogue", "tools.yaml"]
    const called = await toolgate(["call", "fetch_page", "url=https://example.org/", "--json", ...flags], { cwd })
    expect(JSON.parse(called.stdout)).toMatchObject({
      toolName: "fetch_page",
      arguments: { url: "https://example.org/" }
    })
    const wrong = await toolgate(["call", "fetch_page", "ulr=https://example.org/", ...flags], { cwd })
    expect(wrong.status).toBe(1)
    expect(wrong.stderr).toContain('did you mean "url"?')
    expect(wrong.stderr).toContain('run "toolgate tools show fetch_page --catalogue tools.yaml".')
    const missing = await toolgate(["call", "fetch_page", "url=https://example.org/"], { cwd })
    expect(missing.stderr).toContain('To call one of a catalogue, name the file with "--catalogue".')
  })

  it("resumes a deferred call of a catalogue's tool with the same flags, and names missing ones", async () => {
    const held = `permissions: { compute: { requires_approval: true } }
tools:
  - name: greet
    description: Greets.
    permission: compute
    implementation: { script: ./greet.mjs }
`
    const cwd = folder({ "held.yaml": held, "greet.mjs": "export default () => 'hello'" })
    const env = { XDG_STATE_HOME: folder() }
    const flags = ["--catalogue", "held.yaml"]
    const deferred = await toolgate(["call", "greet", "--defer", "--json", ...flags], { cwd, env })
    expect(deferred.status).toBe(3)
    const { approvalId } = JSON.parse(deferred.stdout).pending
    expect((await toolgate(["approvals", "approve", approvalId], { cwd, env })).status).toBe(0)
    const without = await toolgate(["approvals", "resume", approvalId], { cwd, env })
    expect(without.status).toBe(2)
    expect(without.stderr).toContain('Name its catalogue with "--catalogue" or its plugins with "--plugins"')
    expect(await toolgate(["approvals", "resume", approvalId, ...flags], { cwd, env })).toEqual({
      status: 0,
      stdout: "hello\n",
      stderr: ""
    })
  })
})
