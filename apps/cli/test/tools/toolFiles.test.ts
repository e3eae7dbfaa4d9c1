import { execFileSync } from "node:child_process"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const policy = `version: 1
rules:
  deny: ["fetch_page(domain:**.evil.org)"]
  allow: [save_page, "fetch_page(domain:a.org)"]
tests:
  - { call: { tool: fetch_page, args: { url: "https://a.evil.org/" } }, expect: deny }
  - { call: { tool: fetch_page, args: { url: "https://a.org/" } }, expect: allow }
  - { call: { tool: save_page, args: { path: a } }, expect: allow }
`

const module = `import { defineTool } from "toolgate"

interface Page { readonly url: string }

const url = { type: "object", properties: { url: { type: "string" } }, required: ["url"], additionalProperties: false } as const
export const fetchPage = defineTool({
  name: "fetch_page",
  description: "Fetches a page.",
  parameters: url,
  sideEffects: "READ",
  effects: ["network_access"],
  resources: [{ kind: "url", arg: "/url" }],
  execute: () => { throw new Error("Nothing runs.") }
})
const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const
export default [
  fetchPage,
  defineTool({
    name: "save_page",
    description: "Saves a page.",
    parameters: path,
    sideEffects: "WRITE",
    resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }],
    execute: () => null
  })
]
export const notATool = (page: Page) => page.url
`

const definitions = {
  fetch_page: { side_effects: "READ", effects: ["network_access"], resources: [{ kind: "url", arg: "/url" }] },
  save_page: { side_effects: "WRITE", resources: [{ kind: "file", arg: "/path", mode: "w" }] }
}

const project = (files: Readonly<Record<string, string>>) => {
  const cwd = folder({ "p.yaml": policy, ...files })
  // The module finds its imports from the place of the module.
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(cwd, "node_modules"))
  return cwd
}

const run = (words: string, cwd: string, input = "") => toolgate(words.split(" "), { cwd, input })

describe("--tools", () => {
  it("loads the tools that a module exports by name or in a list, each once", async () => {
    const cwd = project({ "tools.ts": module })
    expect((await run("policy test p.yaml", cwd)).stdout).toContain("0 passed, 3 failed")
    expect(await run("policy test p.yaml --tools tools.ts", cwd)).toEqual({
      status: 0,
      stdout: "3 passed, 0 failed\n",
      stderr: ""
    })
  })

  it("makes tools known that are defined as JSON: by their names, in a list, and as the tools of a gate are printed", async () => {
    const list = Object.entries(definitions).map(([name, one]) => ({ name, ...one }))
    const printed = list.map(({ side_effects, ...one }) => ({
      ...one,
      sideEffects: side_effects,
      owner: null,
      title: null,
      description: "A tool.",
      output: null,
      schemas: "portable",
      category: null,
      requiresWorkspace: false,
      timeoutMs: 1000
    }))
    const files = { "map.json": definitions, "list.json": list, "printed.json": printed, "tools.json": { tools: list } }
    const cwd = project(Object.fromEntries(Object.entries(files).map(([name, one]) => [name, JSON.stringify(one)])))
    for (const name of Object.keys(files))
      expect(await run(`policy test p.yaml --tools ${name}`, cwd)).toMatchObject({ stdout: "3 passed, 0 failed\n" })
  })

  it("accepts the output of toolgate tools --json", async () => {
    const { stdout } = await toolgate(["tools", "--json"])
    const cwd = project({ "all.json": stdout })
    const call = JSON.stringify({ tool: "read_file", args: { path: "a" } })
    const { stdout: verdict } = await run("policy check --policy p.yaml --tools all.json", cwd, `${call}\n`)
    expect(JSON.parse(verdict)).toMatchObject({ decision: "allow" })
  })

  it("is taken by check, explain and lint, and more than once", async () => {
    const { fetch_page, save_page } = definitions
    const cwd = project({ "a.json": JSON.stringify({ fetch_page }), "b.json": JSON.stringify({ save_page }) })
    const given = "--tools a.json --tools b.json"
    const call = JSON.stringify({ tool: "fetch_page", args: { url: "https://evil.org.evil.org/" } })
    const { stdout } = await run(`policy check --policy p.yaml ${given}`, cwd, `${call}\n`)
    expect(JSON.parse(stdout)).toMatchObject({ decision: "deny", because: { layer: "rules" } })
    expect(
      (await run(`policy explain fetch_page {"url":"https://a.org/"} --policy p.yaml ${given}`, cwd)).stdout
    ).toMatch(/^ALLOW: /)
    expect((await run(`policy lint p.yaml ${given}`, cwd)).stdout).not.toContain("unknown tool")
    expect(await run("policy lint p.yaml --tools a.json", cwd)).toMatchObject({
      stdout: expect.stringContaining('unknown tool "save_page"'),
      stderr: ""
    })
    expect((await run("policy lint p.yaml", cwd)).stderr).toContain("name the module that exports them with --tools")
  })

  it("puts an app's own tool in the place of a built-in one", async () => {
    const cwd = project({ "own.json": JSON.stringify({ read_file: { side_effects: "WRITE" } }) })
    const { stdout } = await run("policy check --policy p.yaml --tools own.json", cwd, '{"tool":"read_file"}\n')
    expect(JSON.parse(stdout)).toMatchObject({ decision: "ask", because: { rule: "default WRITE: prompt" } })
  })

  it.each([
    ["absent.ts", "", 'The tools of "absent.ts" cannot be loaded: '],
    ["absent.json", "", 'The tools of "absent.json" cannot be loaded: the file does not exist.'],
    ["tools.yaml", "", '"tools.yaml" is neither a module (.js, .mjs, .cjs, .ts, .mts, .cts) nor definitions (.json).'],
    ["none.mjs", "export const a = 1", "it exports neither a tool nor a list of tools, as defineTool makes them."],
    ["throws.mjs", 'throw new Error("no database\\nat x")', "cannot be loaded: no database."],
    ["torn.json", "[{", "cannot be used: it cannot be read as JSON: at line 1, column 3, "],
    [
      "doubled.json",
      '{"a":{"side_effects":"WRITE","side_effects":"READ"}}',
      'cannot be used: it cannot be read as JSON: at line 1, column 30, the property "side_effects" is given twice.'
    ],
    ["text.json", '"a"', "it is neither a list of definitions nor an object of definitions by their names."],
    ["nameless.json", '[{"side_effects":"READ"}]', "a definition in it has no name."],
    ["empty.json", "[]", "it defines no tool."],
    ["class.json", '{"a":{"side_effects":"REDA"}}', 'the definition of "a" is invalid: at "/side_effects" one of '],
    ["number.json", '{"a":5}', 'the definition of "a" is invalid: at the top level an object is expected.'],
    [
      "key.json",
      '{"a":{"side_effects":"READ","risc":"LOW"}}',
      '"/risc" is not a known property (did you mean "risk"?).'
    ],
    [
      "effect.json",
      '{"a":{"side_effects":"NETWORK","effects":["local_exec"]}}',
      'Tool "a" cannot be registered: the effect'
    ],
    [
      "twice.json",
      '[{"name":"a","side_effects":"READ"},{"name":"a","side_effects":"READ"}]',
      'Tool "a" cannot be registered: the name "a" is taken'
    ]
  ])("says what is wrong with %s", async (name, text, message) => {
    const cwd = project(text === "" ? {} : { [name]: text })
    const { status, stdout, stderr } = await run(`policy test p.yaml --tools ${name}`, cwd)
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" })
    expect(stderr).toMatch(/^toolgate: [^\n]*\n$/)
    expect(stderr).toContain(message)
  })

  it("rejects a pipe as a module, because reading it would never end", async () => {
    const cwd = project({})
    execFileSync("mkfifo", [join(cwd, "pipe.mjs")])
    expect((await run("policy test p.yaml --tools pipe.mjs", cwd)).stderr).toBe(
      'toolgate: The tools of "pipe.mjs" cannot be loaded: a module must be a regular file.\n'
    )
  })

  it("ends on a signal, even while a module never finishes loading", async () => {
    const cwd = project({ "waits.mjs": "process.stdout.write('.'); await new Promise((r) => setTimeout(r, 1e9))" })
    const { start, ended } = await import("../commandLine.ts")
    const child = start(["policy", "test", "p.yaml", "--tools", "waits.mjs"], cwd)
    child.stdout.once("data", () => child.kill("SIGTERM"))
    expect((await ended(child)).status).not.toBe(null)
  })
})
