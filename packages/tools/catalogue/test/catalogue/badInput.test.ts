import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CatalogueInvalid, loadCatalogue, parseCatalogue } from "../../src/index.ts"
import { known, read } from "./reading.ts"

type Row = readonly [text: string, ...problems: ReadonlyArray<string>]

const each = (rows: ReadonlyArray<Row>) =>
  it.each(rows)("rejects %j", (text, ...problems) => {
    expect(read(text)).toEqual(problems.map((problem) => `/srv/catalogue.yaml:${problem}`))
  })

/** A catalogue with one new tool, whose entry has these keys as well. */
const tool = (keys: string) => `tools: [{ name: t, description: T., ${keys} }]`

describe("a text that is not a catalogue", () => {
  each([
    ["", '1:1: the file is empty; write at least "tools: []"'],
    ["[]", "1:1: the catalogue must be a map, not a list"],
    ["tool: []", '1:1: unknown key "tool" in a catalogue; did you mean "tools"?'],
    ["__proto__: {}", '1:1: unknown key "__proto__" in a catalogue; there are permissions and tools'],
    ["tools: {}", '1:8: "tools" must be a list of tools, not a map'],
    ["tools:", '1:1: "tools" is empty, which differs from absent: write [] for none, or leave it out'],
    ["tools: &a []", '1:8: anchors are not supported; put "&a" in quotes if you mean the text'],
    ["tools: [*a]", '1:9: aliases are not supported; put "*a" in quotes if you mean the text'],
    ["tools: !!seq []", '1:8: tags are not supported; put "!!seq" in quotes if you mean the text'],
    ["tools: []\ntools: []", '2:1: the key "tools" is repeated, first on line 1'],
    [
      "permissions: { disk: {} }",
      '1:16: unknown permission type "disk"; there are network, filesystem, shell and compute'
    ]
  ])
})

describe("an entry that is not a tool", () => {
  each([
    ["tools: [shell]", '1:9: a tool must be a map, not "shell"'],
    ["tools: [{}]", '1:9: a tool needs the key "name"'],
    ["tools: [{ name: a, category: Webb }]", '1:30: unknown category "Webb"; did you mean "web"?'],
    ["tools: [{ name: a b }]", '1:17: "a b" is not the name of a tool: use 1 to 128 letters, digits, "_", "." and "-"'],
    [
      "tools: [{ name: shel }]",
      '1:11: unknown tool "shel" to annotate; did you mean "shell"?; a tool of your own needs the key "implementation"'
    ],
    [
      "tools: [{ name: Echo, destructive: yes }]",
      '1:36: "destructive" must be true or false, not "yes"; YAML 1.2 reads "yes" as text'
    ],
    ["tools: [{ name: Echo, timeout: 30 }]", '1:32: "timeout" needs a unit (ms, s, m, h), as in "30s"'],
    [
      "tools: [{ name: Echo, side_effects: [wipes] }]",
      '1:38: unknown side effect "wipes"; there are read_only, network_access, calls_llm, modifies_files, local_exec and system_state'
    ],
    ["tools: [{ name: Echo, allowed_callers: [] }]", '1:23: "allowed_callers" is empty: write direct, chain, or both'],
    [
      "tools: [{ name: t, implementation: { command: [date] } }]",
      '1:9: the tool "t" needs the key "description", for the model that calls it'
    ],
    [
      tool("implementation: {}"),
      "1:37: an implementation needs one of the keys command, wasm, script, http, builtin, provider_specs"
    ],
    [
      tool("implementation: { command: [date], wasm: x }"),
      '1:72: an implementation has one way to run: "command" or "wasm"'
    ],
    [
      tool("implementation: { builtin: read_fil }"),
      '1:55: unknown tool "read_fil" under "builtin"; did you mean "read_file"?'
    ],
    [
      tool("implementation: { builtin: Echo, env: {} }"),
      '1:70: the key "env" is for command and wasm, and this implementation is "builtin"'
    ],
    [
      tool("implementation: { provider_specs: { openai: {} } }"),
      '1:9: the tool "t" runs at a provider, where the gate does not see it: say what it can do, under "class"'
    ],
    [
      tool("class: READ, parameters: {}, implementation: { provider_specs: { openai: {} } }"),
      '1:50: the key "parameters" is for tools that run here, and a provider runs this one'
    ]
  ])
})

describe("a class below the implied one", () => {
  each([
    [
      tool("class: WRITE, side_effects: [network_access], implementation: { command: [date] }"),
      '1:37: "class" is WRITE, and a command implies at least EXECUTE: a class may be raised, never lowered'
    ],
    [
      tool("class: NETWORK, implementation: { command: [date] }"),
      '1:37: "class" is NETWORK, and a command implies at least EXECUTE, which covers NETWORK: a class may be raised, never lowered'
    ],
    [
      tool("class: READ, implementation: { http: { method: POST, url: 'https://a.example/' } }"),
      '1:37: "class" is READ, and a request with POST implies at least NETWORK: a class may be raised, never lowered'
    ],
    [
      tool("side_effects: [read_only, calls_llm], implementation: { command: [date] }"),
      '1:37: the side effect "read_only" cannot be combined with another one'
    ]
  ])
})

describe("an annotation that loosens", () => {
  each([
    [
      "tools: [{ name: run_shell, risk: LOW, destructive: false, class: READ, timeout: 1h, category: data, permission: compute, side_effects: [read_only] }]",
      '1:28: "risk" would loosen the tool "shell" from MEDIUM to LOW, and an entry about a known tool only tightens it',
      '1:39: "destructive" would loosen the tool "shell" from true to false, and an entry about a known tool only tightens it',
      '1:59: "class" would loosen the tool "shell" from EXECUTE, which the tool implies, to READ, and an entry about a known tool only tightens it',
      '1:72: "timeout" would loosen the tool "shell" from 600 s to 3600 s, and an entry about a known tool only tightens it',
      '1:85: "category" would loosen the tool "shell" from code to data, and an entry about a known tool only tightens it',
      '1:101: "permission" would loosen the tool "shell" from shell to compute, and an entry about a known tool only tightens it',
      '1:122: "side_effects" would loosen the tool "shell" from local_exec, modifies_files, system_state to read_only, and an entry about a known tool only tightens it'
    ],
    [
      "tools: [{ name: run_shell, aliases: [sh], parameters: {} }]",
      '1:28: "aliases" of the known tool "shell" cannot be changed: leave the key out',
      '1:43: "parameters" of the known tool "shell" cannot be changed: leave the key out'
    ],
    [
      "tools: [{ name: t, implementation: { builtin: shell }, risk: SAFE }]",
      '1:56: "risk" would loosen the tool "shell" from MEDIUM to SAFE, and an entry about a known tool only tightens it'
    ]
  ])
})

describe("parameters and their references", () => {
  each([
    [
      tool("parameters: { a: { type: strin } }, implementation: { command: [date] }"),
      '1:62: unknown type "strin"; did you mean "string"?'
    ],
    [
      tool("parameters: { a: {} }, implementation: { command: [date] }"),
      '1:51: a parameter needs the key "type", or "enum"'
    ],
    [
      tool("parameters: { a: { typ: string } }, implementation: { command: [date] }"),
      '1:56: unknown key "typ" in a parameter; did you mean "type"?'
    ],
    [
      tool("parameters: { __proto__: { type: string } }, implementation: { command: [date] }"),
      '1:51: a parameter cannot have the name "__proto__"'
    ],
    [
      tool("parameters: { type: string }, implementation: { command: [date] }"),
      '1:57: a JSON Schema of parameters has the type object; write a map for a parameter that is called "type"'
    ],
    [
      tool(
        "parameters: { path: { type: string } }, resources: [{ kind: file, arg: pat, mode: r }], implementation: { command: [date] }"
      ),
      '1:89: the resource "/pat" points at nothing: unknown argument "pat"; did you mean "path"?'
    ],
    [
      tool(
        "parameters: { n: { type: integer } }, resources: [{ kind: url, arg: n }], implementation: { command: [date] }"
      ),
      '1:87: the argument at "/n" must be a string, because it is a resource of the kind "url"'
    ],
    [
      tool("parameters: { path: { type: string } }, implementation: { command: [cat, --, '{pth}'] }"),
      '1:95: unknown argument "pth" in the command; did you mean "path"?; write "{{pth}}" for the braces themselves'
    ],
    [
      tool("parameters: { q: { type: string } }, implementation: { http: { url: 'https://a.example/?q={p}' } }"),
      '1:105: unknown argument "p" in an HTTP request; there is q'
    ],
    [
      tool("implementation: { command: ['{a}'] }"),
      "1:55: the program of a command is fixed: its first word has no placeholder"
    ],
    [
      tool("implementation: { command: [./run] }"),
      '1:55: the program "./run" belongs to the tool: name its folder under "folder"'
    ],
    [
      tool("implementation: { command: [date] }, examples: [{ expect: { text: a, error: timeout } }]"),
      '1:87: a call that is expected to fail has no result: leave out "error", or the rest'
    ],
    [
      tool("implementation: { command: [date] }, examples: [{ files: { ../a: b }, expect: {} }]"),
      '1:96: "../a" is not the path of a file in the workspace: write it as in "src/a.txt"'
    ]
  ])
})

describe("duplicate names", () => {
  each([
    [
      "tools:\n  - { name: a, aliases: [b], description: A., implementation: { command: [date] } }\n  - { name: b, description: B., implementation: { command: [date] } }",
      '3:7: the name "b" is given twice, first at /srv/catalogue.yaml:2:26'
    ],
    [
      "tools: [{ name: list_directory, description: A., implementation: { command: [ls] } }]",
      '1:11: the name "list_directory" is taken by the known tool "list_dir": give this one another name, or leave out "implementation" to annotate the known tool'
    ],
    [
      "tools: [{ name: shell, risk: HIGH }, { name: run_shell, risk: CRITICAL }]",
      '1:40: the tool "shell" is annotated twice, first at /srv/catalogue.yaml:1:11'
    ]
  ])
})

describe("files", () => {
  let folder = ""
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const load = async (paths: ReadonlyArray<string>) => {
    const result = await Effect.runPromise(Effect.result(loadCatalogue(paths, { tools: known })))
    const { message, problems, more } = Result.isFailure(result)
      ? result.failure
      : CatalogueInvalid.of({ problems: result.success.leftOut.flatMap((one) => one.problems), more: 0 })
    return { lines: message.split("\n").map((line) => line.replaceAll(folder, "")), count: problems.length, more }
  }
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "catalogue-")))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("rejects each invalid file, and continues with the others", async () => {
    mkdirSync(join(folder, "folder"))
    execFileSync("mkfifo", [join(folder, "pipe")])
    const paths = [
      join(folder, "none.yaml"),
      join(folder, "folder"),
      join(folder, "pipe"),
      file("long.yaml", "#".repeat(10 * 1024 * 1024)),
      file("latin.yaml", Uint8Array.of(0xe4)),
      file("wrong.yaml", "tools: [{ name: shel }]")
    ]
    expect((await load(paths)).lines).toEqual([
      "/none.yaml: there is no such file or folder",
      "/folder: it is a folder; name a file",
      "/pipe: it is not a regular file",
      "/long.yaml: it is longer than 4 MiB; split the catalogue into several files",
      "/latin.yaml: it is not UTF-8 text",
      '/wrong.yaml:1:11: unknown tool "shel" to annotate; did you mean "shell"?; a tool of your own needs the key "implementation"'
    ])
  })

  it("rejects a source that is not a regular file, and accepts one from anywhere", async () => {
    mkdirSync(join(folder, "beneath"))
    file("code.ts", "export default () => 1")
    symlinkSync(join(folder, "code.ts"), join(folder, "link.ts"))
    execFileSync("mkfifo", [join(folder, "pipe.ts")])
    const scripts = ["../code.ts", "../link.ts", "../pipe.ts", "..", "../none.ts"]
    const path = file(
      "beneath/tools.yaml",
      `tools:\n${scripts.map((script, at) => `- { name: t${at}, description: T., implementation: { script: ${script} } }\n`).join("")}`
    )
    expect((await load([path])).lines).toEqual([
      '/beneath/tools.yaml:3:50: the file "../link.ts" is a link; name the file that it leads to',
      '/beneath/tools.yaml:4:50: the file "../pipe.ts" is not a regular file',
      '/beneath/tools.yaml:5:50: the file ".." is a folder; name a file',
      '/beneath/tools.yaml:6:50: the file "../none.ts" does not exist'
    ])
  })

  it("compares names across files", async () => {
    const entry = "tools: [{ name: a, description: A., implementation: { command: [date] } }]"
    const one = file("one.yaml", entry)
    expect((await load([one, file("two.yaml", entry)])).lines).toEqual([
      '/two.yaml:1:11: the name "a" is given twice, first at /one.yaml:1:11'
    ])
  })

  it("reports fifty problems of all files together, and counts the others", async () => {
    const many = `tools:\n${"  - { name: nobody }\n".repeat(40)}`
    const { count, more, lines } = await load([file("first.yaml", many), file("second.yaml", many)])
    expect({ count, more, last: lines.at(-1) }).toEqual({ count: 50, more: 30, last: "and 30 more" })
  })
})

describe("an entry with a problem", () => {
  const parse = (text: string) =>
    Effect.runSync(Effect.result(parseCatalogue(text, "/srv/tools.yaml", { tools: known })))
  const date = "description: A., implementation: { command: [date] }"
  const others = `tools:\n  - { name: before, ${date} }\n  - ENTRY\n  - { name: shell, risk: CRITICAL }\n  - { name: after, ${date} }\n`

  it.each([
    [`{ name: bad, rsik: HIGH, ${date} }`, []],
    [`{ name: bad, risk: HIGH, risk: LOW, ${date} }`, []],
    [`{ name: bad, aliases: [read_file], ${date} }`, ["read_file"]],
    [`{ name: before, ${date} }`, ["before"]],
    [`{ name: bad, aliases: [after], ${date} }`, ["after"]],
    [`{ name: mcp__bad__x, ${date} }`, []],
    [`&x { name: bad, ${date} }`, []],
    ["{ name: read_file, risk: HIHG }", ["read_file"]],
    ["{ name: read_file, timeout: 9h }", ["read_file"]],
    ["{ name: run_shell, risk: HIGH }", ["shell"]],
    ["{ name: list_directory, destrutive: true }", ["list_dir"]]
  ])("refuses only the tools with its own names: %s", (entry, lost) => {
    const result = parse(others.replace("ENTRY", entry))
    if (Result.isFailure(result)) throw result.failure
    const names = result.success.tools.map(({ name }) => name)
    const all = [...known.map(({ name }) => name), "before", "after"]
    expect(names).toEqual(all.filter((name) => !lost.includes(name)))
    expect(result.success.leftOut.length).toBe(1)
  })

  it.each([
    "{ name: shel, risk: HIGH }",
    "{ name: { a: b }, risk: HIGH }",
    "{ risk: HIGH }",
    "{ name: shell, name: read_file, risk: HIGH }",
    `{ name: bad, ${date}, implementaton: {} }\npermissions: { shel: {} }`
  ])("refuses the whole file if it may concern a tool that it does not name: %s", (entry) => {
    expect(
      Result.isFailure(parse(others.replace("  - ENTRY", `  - ${entry.split("\n")[0]}`) + (entry.split("\n")[1] ?? "")))
    ).toBe(true)
  })
})
