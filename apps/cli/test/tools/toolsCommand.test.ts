import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { defineTool, pickDefinition } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { listOwnTools } from "../../src/flags/hostToolsFlag.ts"
import { formatToolPage } from "../../src/tools/formatToolPage.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const names = ["Echo", "Read", "Write", "read_file", "write_file", "patch_file", "list_dir", "shell"]

const definition = pickDefinition(
  defineTool({
    name: "search",
    description: "Searches.",
    parameters: { type: "object" },
    sideEffects: "NONE",
    make: () => ({ execute: () => null })
  })
)

describe("toolgate tools", () => {
  it("lists Echo, Read and Write only with the flag that offers them", async () => {
    const { stdout } = await toolgate(["tools"])
    expect(stdout).not.toMatch(/^(?:Echo|Read|Write)\b/m)
    expect(stdout).toMatch(/^read_file\b/m)
  })

  it("lists an app's tool that is identical to a built-in one", async () => {
    const echo = listOwnTools({ hostTools: true }).find(({ name }) => name === "Echo")
    const module = join(folder(), "echo.mjs")
    writeFileSync(
      module,
      `export const echo = {
  ...${JSON.stringify({ ...echo, implementations: undefined })},
  implementations: [{ kind: "function", make: () => ({ execute: () => null }), stateless: false }]
}`
    )
    expect((await toolgate(["tools", "--tools", module])).stdout).toMatch(/^Echo\b/m)
  })

  it("lists every tool in a line, by category, with its side effects, in columns", async () => {
    const { status, stdout, stderr } = await toolgate(["tools", "--host-tools"])
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    const [bare, ...headed] = stdout.split("\n\n").map((block) => block.trimEnd().split("\n"))
    expect(bare).toEqual(["Echo                     NONE     Returns the text it is given, unchanged, as {text}."])
    expect(headed.map(([heading]) => heading)).toEqual([
      "system:",
      "code:",
      ...["web:", "data:", "math:", "archive:", "llm:", "memory:", "routing:"]
    ])
    expect(headed[1]?.[1]).toMatch(/^shell +EXECUTE {2}Runs a command.* \[modifies_files, system_state\]$/)
    const lines = [bare ?? [], ...headed.map(([, ...rows]) => rows)].flat()
    expect(lines.map((line) => line.split(/ +/)[0])).toEqual(expect.arrayContaining([...names, "statistics"]))
    // A gate of the command line has them because it keeps artifacts.
    expect(lines.map((line) => line.split(/ +/)[0]).filter((name) => name?.endsWith("_artifact"))).toEqual([
      "read_artifact",
      "search_artifact"
    ])
    expect(lines.map((line) => line.search(/(?<= )(NONE|READ|WRITE|EXECUTE|NETWORK) /))).toEqual(lines.map(() => 25))
  })

  it("lists them as one line of JSON", async () => {
    const { stdout } = await toolgate(["tools", "--host-tools", "--json"])
    expect(stdout.trimEnd()).not.toContain("\n")
    const listed = JSON.parse(stdout)
    expect(listed.slice(0, names.length)).toMatchObject(names.map((name) => ({ name, parameters: { type: "object" } })))
    expect(listed).toContainEqual(expect.objectContaining({ name: "histogram", category: "data" }))
  })

  it("shows one with its schema, side effects, time-out and resources", async () => {
    const { stdout } = await toolgate(["tools", "show", "read_file"])
    expect(stdout).toMatch(/^read_file: Read a file\n/)
    expect(stdout).toMatch(/^side effects +READ/m)
    expect(stdout).toMatch(/^time-out +60 s$/m)
    expect(stdout).toMatch(/^resources +the file at \/path, read, anywhere in the workspace$/m)
    expect(stdout).toMatch(/^digest +[0-9a-f]{64}$/m)
    expect(stdout).not.toMatch(/^owner/m)
    expect(stdout).toContain('arguments {\n  "type": "object"')
  })

  it("shows the commands and hosts of every call", () => {
    const resources = [
      { kind: "command", argv: ["git", "log", "--author={who}", "a b"] },
      { kind: "host", host: "api.example.org", port: 443 }
    ] as const
    const page = formatToolPage({ definition: { ...definition, resources }, digest: "" } as never)
    expect(page).toMatch(
      /^resources +the command git log '--author=\{who\}' 'a b', and what it reads and writes; the host api.example.org:443$/m
    )
  })

  it("shows one by its alias, as one line of JSON with null for empty members", async () => {
    const { stdout } = await toolgate(["tools", "show", "list_directory", "--json"])
    expect(JSON.parse(stdout)).toEqual({
      definition: expect.objectContaining({ name: "list_dir", aliases: ["list_directory"], owner: null }),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/)
    })
  })

  it("shows one of a gate that keeps artifacts", async () => {
    const { stdout } = await toolgate(["tools", "show", "search_artifact", "--json"])
    expect(JSON.parse(stdout).definition).toMatchObject({ name: "search_artifact", category: "system" })
  })

  it.each([
    ["tools", "show", "raed_file"],
    ["tools", "show", "raed_file", "--json"]
  ])("fails for an unknown name, with the nearest names first: %s %s %s %s", async (...args) => {
    const { status, stdout, stderr } = await toolgate(args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toMatch(/^toolgate: Tool "raed_file" not found\. Available: read_file, .*\.\n$/)
  })

  it("explains how to show a tool if only its name is given", async () => {
    const { status, stderr } = await toolgate(["tools", "read_file"])
    expect(status).toBe(2)
    expect(stderr).toContain('Unknown command "read_file". To show a tool, run "toolgate tools show read_file".')
  })

  it("shows the tools of an app's module, and rejects definitions without descriptions", async () => {
    const search = JSON.stringify({ ...definition, owner: "server", implementations: undefined })
    const made = `export const search = { ...${search}, implementations: [{ kind: "function", make: () => ({ execute: () => null }), stateless: false }] }`
    const module = join(folder({ "tools.mjs": made }), "tools.mjs")
    const list = await toolgate(["tools", "--tools", module])
    expect(list.stderr).toBe("")
    expect(list.stdout).toMatch(/^search +NONE +Searches\. \(server\)$/m)
    const { stdout } = await toolgate(["tools", "show", "search", "--tools", module])
    expect(stdout).toMatch(/^owner +server$/m)
    const refused = await toolgate(["tools", "show", "search", "--tools", "tools.json"])
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain(
      '"tools.json" is not a value of "--tools"; it takes a module: definitions in JSON have no descriptions.'
    )
  })

  it("shows the declarations of a hosted tool to providers", async () => {
    const search = {
      ...definition,
      lazySchema: true,
      implementations: [{ kind: "provider", specs: { openai: { type: "web_search", "\u202e": 1 } } }]
    }
    const module = join(folder({ "tools.mjs": `export const search = ${JSON.stringify(search)}` }), "tools.mjs")
    const { stdout } = await toolgate(["tools", "show", "search", "--tools", module])
    expect(stdout).toMatch(/^run by +openai$/m)
    expect(stdout).toMatch(/^schema +described on request$/m)
    expect(stdout).toContain('told to openai {\n  "type": "web_search",\n  "\\u202e": 1\n}')
  })
})
