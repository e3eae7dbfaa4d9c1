import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { defineTool } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { callTool, connected } from "../mcpClient.ts"
import { callingRunner, project, supervise } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

const run = (args: ReadonlyArray<string>, cwd = folder(), input = "") => toolgate(args, { cwd, input })
const jsonOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout)

describe("a tool of the toolbox", () => {
  it("is called by its name", async () => {
    const answer = await run(["call", "statistics", '{"data":[1,2,3]}', "--json"])
    expect(answer).toMatchObject({ status: 0, stderr: "" })
    expect(jsonOf(answer).output.value).toMatchObject({ count: 3, mean: 2, std: 1 })
  })

  it("is meant by a name that is nearly its own", async () => {
    const { status, stderr } = await run(["call", "statistcs", '{"data":[1]}'])
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("Available: statistics")
    })
  })

  it("is shown, tried and explained, and its policy is checked", async () => {
    expect((await run(["tools", "show", "sql_query"])).stdout).toMatch(/^sql_query/)
    expect(await run(["tools", "test", "statistics"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/1 passed, 0 failed/)
    })
    const explained = await run(["policy", "explain", "http_get", '{"url":"https://example.com/"}'])
    expect(explained.stdout).toMatch(/http_get/)
    const checked = await run(["policy", "check"], folder(), '{"tool":"calculate","args":{"expression":"1+1"}}\n')
    expect(jsonOf(checked)).toMatchObject({ decision: "allow" })
  })

  it("is known to a policy that names it", async () => {
    const cwd = folder({ "policy.yaml": "version: 1\nrules: { ask: [sql_query], deny: [sql_querry] }\n" })
    const { stdout } = await run(["policy", "lint", "policy.yaml"], cwd)
    expect(stdout).toMatch(/sql_querry.*did you mean "sql_query"/)
    expect(stdout).not.toContain('"sql_query" is')
  })

  it("stores nothing from its examples", async () => {
    const state = folder()
    const tested = await toolgate(["tools", "test", "memory_add", "--policy", "host"], {
      env: { XDG_STATE_HOME: state }
    })
    expect(tested).toMatchObject({ status: 0, stdout: expect.stringContaining("memory_add 1") })
    expect(readdirSync(state)).toEqual([])
  })

  it("is listed by its category, with the built-in ones", async () => {
    const { stdout } = await run(["tools"])
    for (const heading of ["web:", "data:", "code:", "math:", "archive:"]) expect(stdout).toContain(`\n${heading}\n`)
    const listed: ReadonlyArray<{ readonly name: string; readonly category: string | null }> = jsonOf(
      await run(["tools", "--json"])
    )
    expect(listed.find(({ name }) => name === "histogram")?.category).toBe("data")
  })
})

describe("another tool of the same name", () => {
  const own = `tools:
  - name: calculate
    description: Mine.
    parameters: {}
    class: NONE
    implementation: { script: ./mine.mjs }
`
  const files = { "tools.yaml": own, "mine.mjs": "export default () => 'mine'\n" }

  /** Returns a folder with a plugin that has a tool with the name of the toolbox's. */
  const pluginWithCalculate = () => {
    const at = folder()
    const tool = { name: "calculate", description: "Mine.", module: "mine.mjs", parameters: {} }
    mkdirSync(join(at, "own"))
    writeFileSync(
      join(at, "own", "manifest.json"),
      JSON.stringify({ schema_version: "1.0", name: "own", version: "1.0.0", description: "Own.", tools: [tool] })
    )
    writeFileSync(join(at, "own", "mine.mjs"), "export default () => 'mine'\n")
    return at
  }

  it("wins if a catalogue defines it", async () => {
    const cwd = folder(files)
    expect(await run(["call", "calculate", "--catalogue", "tools.yaml"], cwd)).toMatchObject({
      status: 0,
      stdout: "mine\n"
    })
    expect((await run(["tools", "--catalogue", "tools.yaml"], cwd)).stdout).toContain("Mine.")
  })

  it("wins if a plugin defines it", async () => {
    const plugins = ["--plugins", pluginWithCalculate()]
    expect(await run(["call", "calculate", ...plugins])).toEqual({ status: 0, stdout: "mine\n", stderr: "" })
    const shown = (await run(["tools", "show", "calculate", ...plugins])).stdout
    expect(shown).toMatch(/^owner +plugin\/own$/m)
  })

  it("wins for an MCP client if a plugin defines it, once a person has approved it with the command in the refusal", async () => {
    const { cwd: work, state } = project()
    const flags = ["--plugins", relative(process.cwd(), pluginWithCalculate()), "--toolbox", "math"]
    const { client } = await connected({ era: "auto" }, { work, state, flags })
    const shown = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await shown()).toContain("statistics")
    expect(await shown()).not.toContain("calculate")
    const refused = await callTool(client, "calculate", { expression: "1+1" })
    expect(refused).toMatchObject({ isError: true, _meta: { "toolgate/executed": "no" } })
    const [, look = "", approve = ""] =
      /see it with "toolgate (.*)", and approve it with "toolgate (.*)"\./.exec(refused.content[0]?.text ?? "") ?? []
    const elsewhere = { cwd: folder(), env: { XDG_STATE_HOME: state } }
    expect((await toolgate(look.split(" "), elsewhere)).stdout).toContain("Mine.")
    expect(await toolgate(approve.split(" "), elsewhere)).toMatchObject({ status: 0 })
    expect(await callTool(client, "calculate", {})).toMatchObject({
      content: [{ text: "mine" }],
      _meta: { "toolgate/executed": "yes" }
    })
    expect(await shown()).toContain("calculate")
  })

  it("of a plugin is not loaded if a catalogue annotates the toolbox's tool", async () => {
    const cwd = folder({ "tools.yaml": "tools: [{ name: calculate, risk: HIGH }]\n" })
    const flags = ["--catalogue", "tools.yaml", "--plugins", pluginWithCalculate()]
    const { stdout, stderr } = await run(["tools", "show", "calculate", ...flags], cwd)
    expect(stdout).toMatch(/risk +HIGH/)
    expect(stderr).toMatch(
      /own: Tool "calculate" cannot be registered: the name "calculate" is taken by the tool "calculate" of the app/
    )
  })

  it("wins if an app defines it", async () => {
    const mine = defineTool({
      name: "calculate",
      description: "Mine.",
      parameters: { type: "object" },
      sideEffects: "NONE",
      execute: () => 1
    })
    const cwd = folder({
      "tools.mjs": `export const calculate = {
  ...${JSON.stringify(mine)},
  implementations: [{ kind: "function", make: () => ({ execute: () => null }), stateless: false }]
}`
    })
    expect((await run(["tools", "show", "calculate", "--tools", "tools.mjs"], cwd)).stdout).toContain("Mine.")
  })

  it("wins if a test or a request defines it", async () => {
    const cwd = folder({
      "policy.yaml": `version: 1
tests:
  - { call: { tool: calculate, args: { question: a }, definition: { side_effects: NETWORK } }, expect: ask }
  - { call: { tool: statistics, args: { data: [1] } }, expect: allow }
`
    })
    expect((await run(["policy", "test", "policy.yaml"], cwd)).stdout).toBe("2 passed, 0 failed\n")
    const request = '{"tool":"calculate","args":{"question":"a"},"definition":{"side_effects":"NETWORK"}}\n'
    expect(jsonOf(await run(["policy", "check"], cwd, request))).toMatchObject({ decision: "ask" })
  })

  it("in a catalogue without an implementation tightens the toolbox's tool", async () => {
    const cwd = folder({ "tools.yaml": "tools: [{ name: calculate, risk: HIGH }]\n" })
    const shown = await run(["tools", "show", "calculate", "--catalogue", "tools.yaml"], cwd)
    expect(shown.stdout).toMatch(/risk +HIGH/)
    expect(await run(["call", "calculate", "expression=1+1", "--catalogue", "tools.yaml"], cwd)).toMatchObject({
      status: 1
    })
  })
})

describe("the flag --toolbox", () => {
  const calling = (tool: string, args: object) => [process.execPath, callingRunner, JSON.stringify([[tool, args]])]

  it("shows an agent the tools of its entries, and without it none of the toolbox", async () => {
    const call = calling("statistics", { data: [1, 2, 3] })
    const flags = ["--no-audit", "--policy", "host"]
    expect((await supervise(project(), flags, call)).stdout).toMatch(/not found/)
    expect((await supervise(project(), [...flags, "--toolbox", "data"], call)).stdout).toMatch(/not found/)
    expect((await supervise(project(), [...flags, "--toolbox", "data,math"], call)).stdout).toMatch(/"mean":2/)
  })

  it("shows an MCP client the tools of its entries", async () => {
    const { cwd: work, state } = project()
    const shown = async (...flags: ReadonlyArray<string>) => {
      const { client } = await connected({ era: "auto" }, { work, state, flags })
      return (await client.listTools()).tools.map(({ name }) => name)
    }
    const plain = await shown()
    expect(plain).not.toContain("calculate")
    expect((await shown("--toolbox", "archive")).filter((name) => !plain.includes(name))).toEqual([
      "archive_extract",
      "archive_file",
      "archive_open",
      "archive_search"
    ])
  })

  it.each([
    ["", "it is empty"],
    ["data,,math", "an entry between two commas is empty"]
  ])("reports that an entry is missing in %j", async (entries, what) => {
    expect(await run(["supervise", "--toolbox", entries, "--", "true"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${what}; write it as in "data,math".`)
    })
  })

  it("suggests the nearest entry for an unknown name", async () => {
    expect(await run(["supervise", "--toolbox", "data,mth", "--", "true"])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/unknown entry "mth"; did you mean "math"\?/)
    })
  })
})

describe("the settings of the toolbox", () => {
  const call = ["call", "classify_text", '{"text":"a dog","labels":["dog","cat"]}', "--policy", "host"]

  it("reach the tools", async () => {
    const cwd = folder({ "t.yaml": "version: 1\nllm: { offline: true }\n" })
    const { status, stderr } = await run(call, cwd)
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("toolbox.yaml") })
    expect(await run([...call, "--toolbox-settings", "t.yaml"], cwd)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/dog/)
    })
  })

  it("are refused with the place of each mistake", async () => {
    const cwd = folder({
      "t.yaml": "version: 2\nllm:\n  url: ftp://x\n  key: sk-123\nwbe: {}\nweb:\n  languages: []\n"
    })
    const { status, stderr } = await run([...call, "--toolbox-settings", "t.yaml"], cwd)
    expect(status).toBe(2)
    expect(stderr).not.toContain("sk-123")
    expect(stderr.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "t.yaml:1:10:",
      "t.yaml:3:8:",
      "t.yaml:4:8:",
      "t.yaml:5:1:",
      "t.yaml:7:3:",
      ""
    ])
  })

  it("are reported with their position if invalid, by a call of any tool", async () => {
    const cwd = folder({
      "t.yaml": `version: 1
memory:
  folder: notes
web:
  private: [a host]
llm:
  offline: true
  model: m
code:
  linters: [{ files: ["*.rs"], command: [rustc], output: rust }]
`
    })
    writeFileSync(join(cwd, "a"), "hello\n")
    const { status, stdout, stderr } = await run(["call", "read_file", "path=a", "--toolbox-settings", "t.yaml"], cwd)
    expect({ status, stdout, lines: stderr.split("\n").filter((line) => line.startsWith("  ")) }).toEqual({
      status: 0,
      stdout: "hello\n",
      lines: [
        '  t.yaml:3:11: the section "memory" cannot be used: The setting "folder" of memory is not absolute; begin it with "/" or "~/"',
        '  t.yaml:5:12: the section "web" cannot be used: The option "private" has "a host", which is not the name or address of a host; write "host:port"',
        '  t.yaml:7:12: the section "llm" cannot be used: The settings of the embeddings are wrong: "offline" cannot be combined with another setting',
        '  t.yaml:10:58: unknown word for "output": "rust"; there are biome, eslint and ruff'
      ]
    })
  })

  it("disable only the tools of an invalid section", async () => {
    const cwd = folder({ "t.yaml": "version: 1\nweb: { privat: [] }\nllm: { offline: true }\n" })
    const words = ["--policy", "host", "--toolbox-settings", "t.yaml"]
    const get = await run(["call", "http_get", '{"url":"http://127.0.0.1:1/"}', ...words], cwd)
    expect({ status: get.status, stderr: get.stderr }).toMatchObject({
      stderr: expect.stringMatching(/The section "web" is left out:\n {2}t\.yaml:2:8: .*[\s\S]*"http_get" not found/)
    })
    expect(await run([...call, "--toolbox-settings", "t.yaml"], cwd)).toMatchObject({ status: 0 })
  })

  it("are checked also for a call that needs none of them", async () => {
    expect(await run(["call", "read_file", "path=a", "--toolbox-settings", "absent.yaml"])).toMatchObject({ status: 2 })
  })
})
