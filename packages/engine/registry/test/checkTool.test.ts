import { defineTool, type SideEffect, type SideEffectClass, type Tool } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { checkTool } from "../src/checkTool.ts"
import { problemsOf, tool } from "./ask.ts"

const parameters = {
  type: "object",
  properties: {
    path: { type: "string" },
    count: { type: "integer" },
    files: { type: "array", items: { type: "object", properties: { "a/b": { type: "string" } } } }
  }
}
const file = { kind: "file", arg: "/path", mode: "r", within: "workspace" } as const
const made = (make: () => unknown, stateless = false): Partial<Tool> => ({
  implementations: [{ kind: "function", make: make as never, stateless }]
})
const odd = (fields: Record<string, unknown>) => fields as Partial<Tool>

describe("a definition", () => {
  const classes = "NONE, READ, WRITE, EXECUTE, NETWORK"
  const missing = `"sideEffects" is missing: say the most that a call is able to do, one of ${classes}`
  const unmade = "it is a definition, not a tool: pass it to defineTool"

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["a tool without its class", tool("a", odd({ sideEffects: undefined })), [missing]],
    [
      "a tool of another class",
      tool("a", odd({ sideEffects: "none" })),
      [`"sideEffects" must be one of ${classes}, not "none"`]
    ],
    ["a definition", { name: "a", description: "A.", parameters, sideEffects: "NONE", execute: () => 1 }, [unmade]],
    ["a definition without its class", { name: "a", parameters, execute: () => 1 }, [unmade, missing]],
    [
      "a definition with its effects",
      { name: "a", sideEffects: "READ", effects: ["deletes"] },
      [unmade, expect.stringContaining("deletes")]
    ],
    [
      "a tool that nothing runs",
      tool("a", { implementations: [] }),
      ['an implementation is needed: defineTool takes "execute", "make", "command" or "wasm"']
    ],
    ["nothing", null, ["it is not a tool: pass what defineTool returns"]],
    ["a text", "a", ["it is not a tool: pass what defineTool returns"]]
  ])("is refused with exactly the missing parts: %s", (_what, given, problems) => {
    expect(problemsOf(given as Tool)).toEqual(problems)
  })

  it("is valid if every field is", () => {
    expect(problemsOf(tool("A-z_0.9"))).toEqual([])
    expect(problemsOf(tool("a".repeat(128), { title: "T", category: "c", permission: "shell", risk: "HIGH" }))).toEqual(
      []
    )
    expect(problemsOf(tool("a", { timeoutMs: 2 ** 31 - 1, callers: ["chain", "direct"] }))).toEqual([])
  })

  it.each([
    ["", {}, /name/],
    ["a b", {}, /name/],
    ["a".repeat(129), {}, /name/],
    ["a\n", {}, /name/],
    ["naïve", {}, /name/],
    ["a", { aliases: ["b c"] }, /alias "b c"/],
    ["a", { aliases: ["a"] }, /twice/],
    ["a", { aliases: ["b", "b"] }, /twice/],
    ["a", odd({ aliases: undefined }), /aliases/],
    ["a", odd({ owner: 7 }), /owner/],
    ["a", { owner: "" }, /owner/],
    ["a", { owner: "my\u200bserver" }, /owner/],
    ["a", { owner: "a".repeat(257) }, /owner/],
    ["a", { description: " \n" }, /description/],
    ["a", odd({ title: 3 }), /title/],
    ["a", odd({ category: {} }), /category/],
    ["a", odd({ destructive: "yes" }), /destructive/],
    ["a", odd({ requiresWorkspace: 1 }), /requiresWorkspace/],
    ["a", odd({ schemas: "strict" }), /schemas/],
    ["a", odd({ lazySchema: "yes" }), /lazySchema/],
    ["a", odd({ risk: "high" }), /risk/],
    ["a", odd({ permission: "root" }), /permission/],
    ["a", { callers: [] }, /callers/],
    ["a", odd({ callers: ["direct", "anyone"] }), /callers/],
    ["a", { timeoutMs: 0 }, /timeoutMs/],
    ["a", { timeoutMs: -1 }, /timeoutMs/],
    ["a", { timeoutMs: Number.NaN }, /timeoutMs/],
    ["a", { timeoutMs: Number.POSITIVE_INFINITY }, /timeoutMs/],
    ["a", { timeoutMs: 2 ** 31 }, /timeoutMs/],
    ["a", odd({ timeoutMs: "60" }), /timeoutMs/],
    ["a", { implementations: [] }, /implementation/],
    ["a", odd({ implementations: undefined }), /implementation/],
    ["a", odd({ implementations: [null] }), /implementation/],
    ["a", odd({ implementations: [{ kind: "wish" }] }), /implementation/],
    ["a", odd({ resources: null }), /resources/],
    ["a", odd({ effects: null }), /effects/]
  ])("named %j with %j is invalid", (name, more, problem) => {
    const problems = problemsOf(tool(name, more as Partial<Tool>))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  })

  it("is refused with all problems at once", () => {
    const problems = problemsOf(
      tool("a b", { description: "", timeoutMs: 0, effects: ["local_exec"], parameters: { type: "array" } })
    )
    expect(problems).toHaveLength(5)
  })
})

describe("a factory", () => {
  it("creates an instance for every call", () => {
    expect(
      problemsOf(
        tool(
          "a",
          made(() => ({ execute: () => null }))
        )
      )
    ).toEqual([])
  })

  it("is reported if it returns the same instance twice, unless the tool is stateless", () => {
    const one = { execute: () => null }
    expect(
      problemsOf(
        tool(
          "a",
          made(() => one)
        )
      )
    ).toEqual([
      "its factory returns the same instance twice: return a fresh instance for every call, or declare the tool stateless"
    ])
    expect(
      problemsOf(
        tool(
          "a",
          made(() => one, true)
        )
      )
    ).toEqual([])
  })

  it("is reported when it throws, with its reason", () => {
    const broken = made(() => {
      throw new Error("no database")
    })
    expect(problemsOf(tool("a", broken))).toEqual(['its factory throws: "no database"'])
  })

  it("is reported when it throws the second time only", () => {
    let calls = 0
    const once = made(() => {
      if (++calls > 1) throw new Error("spent")
      return { execute: () => null }
    })
    expect(problemsOf(tool("a", once))).toEqual(['its factory throws: "spent"'])
  })

  it.each([[null], [undefined], [{}], [{ execute: 1 }], [Promise.resolve({ execute: () => null })]])(
    "is reported when it answers with %o",
    (instance) => {
      expect(
        problemsOf(
          tool(
            "a",
            made(() => instance, true)
          )
        )[0]
      ).toMatch(/"execute" function/)
    }
  )
})

describe("side effects", () => {
  const least: ReadonlyArray<readonly [SideEffect, SideEffectClass, SideEffectClass | undefined]> = [
    ["read_only", "NONE", undefined],
    ["network_access", "READ", "NONE"],
    ["calls_llm", "READ", "NONE"],
    ["modifies_files", "WRITE", "READ"],
    ["local_exec", "EXECUTE", "WRITE"],
    ["system_state", "EXECUTE", "WRITE"]
  ]

  it.each(least)("%s needs at least the class %s", (effect, sideEffects, less) => {
    expect(problemsOf(tool("a", { effects: [effect], sideEffects }))).toEqual([])
    expect(problemsOf(tool("a", { effects: [effect], sideEffects: "EXECUTE" }))).toEqual([])
    if (less === undefined) return
    expect(problemsOf(tool("a", { effects: [effect], sideEffects: less }))).toEqual([
      `the effect "${effect}" needs at least the class ${sideEffects}, and ${less} is declared`
    ])
  })

  it.each(least)(
    "%s with the class NETWORK is valid unless it runs code or changes the system",
    (effect, sideEffects) => {
      expect(problemsOf(tool("a", { effects: [effect], sideEffects: "NETWORK" }))).toEqual(
        sideEffects === "EXECUTE"
          ? [`the effect "${effect}" needs the class EXECUTE, which covers NETWORK, and NETWORK is declared`]
          : []
      )
    }
  )

  it("read_only excludes other effects", () => {
    expect(problemsOf(tool("a", { effects: ["read_only", "network_access"], sideEffects: "READ" }))).toEqual([
      'the effect "read_only" cannot be combined with another one'
    ])
  })

  it.each(["toString", "__proto__", "READ", 7])("refuses the effect %j", (effect) => {
    expect(problemsOf(tool("a", odd({ effects: [effect] })))[0]).toMatch(/is unknown/)
  })

  it("refuses other classes", () => {
    expect(problemsOf(tool("a", odd({ sideEffects: "read" })))[0]).toMatch(/one of NONE, READ, WRITE/)
  })
})

describe("a resource declaration", () => {
  it("can promise that a command only reads in the workspace", () => {
    const of = (workspace: unknown) =>
      problemsOf(tool("a", { resources: [{ kind: "command", argv: ["ls"], workspace } as never] }))
    expect(of("r")).toEqual([])
    expect(of("rw")).toEqual(['the workspace of a command can only be "r", not "rw"'])
  })

  it("cannot be a host file if the tool requires the workspace", () => {
    const two = [file, { ...file, arg: "/files/0/a~1b", within: "host" as const }]
    const needs = (requiresWorkspace: boolean, resources: Tool["resources"]) =>
      problemsOf(tool("a", { parameters, requiresWorkspace, resources }))
    expect(needs(true, [{ ...file, within: "workspace" }])).toEqual([])
    expect(needs(false, two)).toEqual([])
    expect(needs(true, two)).toEqual([
      '"requiresWorkspace" contradicts the file at "/files/0/a~1b", which may lie anywhere: ' +
        'declare the file within "workspace", or leave "requiresWorkspace" out'
    ])
    expect(needs(true, [...two, { ...file, within: "host" }])).toHaveLength(2)
    expect(needs(true, odd({ resources: [null] }).resources as Tool["resources"])).toHaveLength(1)
  })

  it("names an argument that the schema declares as a string, even within lists", () => {
    expect(problemsOf(tool("a", { parameters, resources: [file, { ...file, arg: "/files/0/a~1b" }] }))).toEqual([])
    expect(problemsOf(tool("a", { parameters, resources: [{ ...file, arg: "/files/*/a~1b" }] }))).toEqual([])
  })

  it.each([
    "/pth",
    "/count",
    "/files",
    "/path/x",
    "/files/x/a~1b",
    "/files/0/a",
    "/files/*",
    "/path/*",
    "/*",
    "/__proto__",
    "/toString"
  ])("is refused when its pointer %j misses", (arg) => {
    expect(problemsOf(tool("a", { parameters, resources: [{ ...file, arg }] }))).toEqual([
      `the resource argument "${arg}" must be declared in the parameters as a string`
    ])
  })

  it.each(["", "path", "/a~2", "#/path", 3, undefined])("is refused if %j is not a pointer to an argument", (arg) => {
    const declared = { ...file, arg: arg as string }
    for (const schemas of ["portable", "full"] as const)
      expect(problemsOf(tool("a", { parameters, schemas, resources: [declared] }))[0]).toMatch(/must be a JSON pointer/)
  })

  it("is checked only for the pointer's form if the schema is full", () => {
    expect(problemsOf(tool("a", { parameters, schemas: "full", resources: [{ ...file, arg: "/pth" }] }))).toEqual([])
  })

  it.each([
    { kind: "folder" },
    { mode: "x" },
    { within: "home" },
    { fallback: 3 },
    { absent: "all" },
    { scope: "exact" },
    { absent: "nothing", fallback: "." }
  ])("is refused with %j", (over) => {
    expect(problemsOf(tool("a", odd({ parameters, resources: [{ ...file, ...over }] })))).toHaveLength(1)
  })

  it("of a URL or a shell text is a string, of an argument vector a list of strings", () => {
    const parameters = {
      type: "object",
      properties: { text: { type: "string" }, words: { type: "array", items: { type: "string" } } }
    }
    const problems = (kind: "url" | "shell" | "argv", arg: string) =>
      problemsOf(tool("a", { parameters, resources: [{ kind, arg }] }))
    expect([problems("url", "/text"), problems("shell", "/text"), problems("argv", "/words")]).toEqual([[], [], []])
    expect(problems("url", "/words")).toEqual([
      'the resource argument "/words" must be declared in the parameters as a string'
    ])
    expect(problems("url", "/words/*")).toEqual([])
    expect(problems("shell", "/words/*")).toEqual([
      'the resource argument "/words/*" names a list, which may contain files or URLs but no commands'
    ])
    expect(problems("argv", "/text")).toEqual([
      'the resource argument "/text" must be declared in the parameters as an array of strings'
    ])
  })
})

describe("a host that a tool declares", () => {
  const problems = (host: unknown, port: unknown = 443) =>
    problemsOf(tool("a", odd({ resources: [{ kind: "host", host, port }] })))

  it("is in canonical form, with a port", () => {
    for (const host of ["api.example.org", "127.0.0.1", "[2001:db8::1]", "xn--bcher-kva.example"])
      expect(problems(host)).toEqual([])
    for (const host of [
      "",
      "API.example.org",
      "a.org.",
      "a.org:1",
      "https://a.org",
      "bücher.example",
      "*.a.org",
      "0x7f.1"
    ])
      expect(problems(host)).toEqual([expect.stringMatching(/^the host .* must be written as in a URL/)])
    for (const host of ["[::ffff:127.0.0.1]", "a b", "a/b", "u@a", 3, undefined]) expect(problems(host)).toHaveLength(1)
    for (const port of [0, 65_536, 1.5, "443", undefined])
      expect(problems("a.org", port ?? null)).toEqual([expect.stringMatching(/^the port of a host/)])
  })
})

describe("a command with placeholders", () => {
  const parameters = { type: "object", properties: { path: { type: "string" }, __proto__x: { type: "string" } } }
  const filled = (argv: unknown, more: object = {}, parts: object = {}) => {
    const command = { kind: "command", argv, input: "words", output: "text", ...more }
    return problemsOf(
      tool("a", odd({ parameters, implementations: [command], resources: [{ kind: "command", argv }], ...parts }))
    )
  }

  it("may have placeholders for declared arguments only, and none in its program", () => {
    expect(filled(["ls", "--", "{path}", "{{x}}", "{ x }"])).toEqual([])
    expect(filled(["ls", "{pth}", "{pth}x"])).toEqual(['the placeholder "{pth}" must be declared in the parameters'])
    for (const name of ["__proto__", "toString"]) expect(filled(["ls", `{${name}}`])).toHaveLength(1)
    expect(filled(["ls", "{pth}"], {}, { schemas: "full" })).toEqual([])
    for (const argv of [["{path}"], ["./{path}", "x"]])
      expect(filled(argv, { folder: "/opt/tools" })).toEqual([expect.stringMatching(/must be a constant/)])
    for (const argv of [[], [""], ["a\0"], [1], "ls"]) expect(filled(argv).length).toBeGreaterThan(0)
  })

  it("must be declared among the resources, word for word", () => {
    const undeclared = [expect.stringMatching(/must be among the resources/)]
    expect(filled(["ls", "{path}"], {}, { resources: [] })).toEqual(undeclared)
    expect(filled(["ls", "{path}"], {}, { resources: [{ kind: "command", argv: ["ls", "--", "{path}"] }] })).toEqual(
      undeclared
    )
    const made = defineTool({
      ...{ name: "a", description: "A.", sideEffects: "EXECUTE", parameters },
      command: { argv: ["ls", "{path}"], input: "words" }
    })
    expect(made.resources).toEqual([{ kind: "command", argv: ["ls", "{path}"] }])
    expect(problemsOf(made)).toEqual([])
  })

  it("cannot be text for a shell", () => {
    for (const argv of [
      ["sh", "-c", "ls {path}"],
      ["/bin/bash", "-ec", "{path}"],
      ["env", "A=1", "dash", "-c", "{path}"]
    ])
      expect(filled(argv)).toEqual([expect.stringMatching(/is read by a shell/)])
    expect(filled(["sh", "-c", 'ls "$1"', "sh", "{path}"])).toEqual([])
  })

  it("finds its program in the tool's folder and not above it", () => {
    expect(filled(["./run"], { folder: "/opt/tools" })).toEqual([])
    expect(filled(["./run"])).toEqual([expect.stringMatching(/name it under "folder"/)])
    expect(filled(["./../run"], { folder: "/opt/tools" })).toEqual([expect.stringMatching(/must lie in the folder/)])
    for (const folder of ["tools", "/", "/a/../b", "/a/", "/a//b", "/a\0", 3])
      expect(filled(["ls"], { folder })).toEqual([expect.stringMatching(/^the "folder" of a command/)])
  })

  it("cannot set variables that are read before confinement", () => {
    expect(filled(["ls"], { env: { PATH: "/x", TOOLGATE_SETTINGS: "{}", a_1: "" } })).toEqual([])
    for (const name of [
      "LD_PRELOAD",
      "LD_LIBRARY_PATH",
      "GLIBC_TUNABLES",
      "BASH_ENV",
      "ENV",
      "SHELLOPTS",
      "PS4",
      "IFS"
    ])
      expect(filled(["ls"], { env: { [name]: "x" } })).toEqual([
        expect.stringMatching(/before the program is confined/)
      ])
    for (const env of [{ "BASH_FUNC_echo%%": "() { id; }" }, { "A=B": "x" }, { "": "x" }, { A: "x\0" }, { A: 1 }, []])
      expect(filled(["ls"], { env })).toHaveLength(1)
  })
})

it("copies the words and variables of a command and the settings of a script", () => {
  const [argv, env, settings] = [["ls"], { A: "a" }, { deep: { x: 1 } }]
  const sources = { clock: "host", random: "host", calls: 0, script: "/s.js", export: "default" }
  const checked = checkTool(
    tool("a", {
      implementations: [
        { kind: "command", argv, env, folder: undefined, input: "stdin", output: "text" },
        odd({ kind: "script", settings, ...sources }) as never
      ]
    })
  )
  if (!("implementations" in checked)) throw new Error(checked.join())
  argv.push("x")
  env.A = "b"
  settings.deep.x = 2
  expect(checked.implementations).toMatchObject([
    { kind: "command", argv: ["ls"], env: { A: "a" }, folder: undefined, input: "stdin", output: "text" },
    { kind: "script", settings: { deep: { x: 1 } }, ...sources }
  ])
})

describe("a command to run a tool with", () => {
  it("is a list of words that starts with a program", () => {
    const problems = (argv: unknown) =>
      problemsOf(tool("a", odd({ implementations: [{ kind: "command", argv, input: "stdin", output: "text" }] })))
    expect(problems(["/bin/sh", "-c"])).toEqual([])
    for (const argv of [[], [""], "sh", ["sh", 1], undefined])
      expect(problems(argv)).toEqual(['the "argv" of a command must be a list of strings that begins with a program'])
  })
})

describe("an implementation", () => {
  const command = { kind: "command", argv: ["wc"], input: "stdin", output: "text" }
  const sources = { clock: "host", random: "host" }
  const wasm = { kind: "wasm", module: "./a.wasm", argv: ["a"], env: {}, folders: {}, output: "json", ...sources }
  const script = { kind: "script", script: new URL("file:///a.ts"), calls: 0, ...sources }
  const problems = (implementation: object) => problemsOf(tool("a", odd({ implementations: [implementation] })))

  it("is valid if every field is", () => {
    for (const one of [
      command,
      { ...command, input: "argument", output: "json" },
      { ...command, input: ["/a", "/b/0"] },
      wasm,
      { ...wasm, module: new URL("file:///a.wasm"), env: { A: "b" }, folders: { ".": "." }, clock: 0, random: 7 },
      script,
      { ...script, calls: 3 }
    ])
      expect(problems(one)).toEqual([])
  })

  it.each([
    [{ ...command, argv: ["a\0b"] }, /"argv" of a command/],
    [{ ...command, input: "lines" }, /"input" of a command/],
    [{ ...command, input: ["path"] }, /"input" of a command/],
    [{ ...command, output: "yaml" }, /"output" of a program/],
    [{ ...command, output: "json", result: () => 1 }, /"result" of a command/],
    [{ ...wasm, module: "" }, /"module" of a guest/],
    [{ ...wasm, module: new URL("https://example.org/a.wasm") }, /"module" of a guest/],
    [{ ...wasm, module: undefined }, /"module" of a guest/],
    [{ ...wasm, argv: [1] }, /"argv" of a guest/],
    [{ ...wasm, env: { A: 1 } }, /"env" of a guest/],
    [{ ...wasm, folders: ["."] }, /"folders" of a guest/],
    [{ ...wasm, output: undefined }, /"output" of a program/],
    [{ ...wasm, clock: "now" }, /"clock" of a guest/],
    [{ ...wasm, random: 0.5 }, /"random" of a guest/],
    [{ ...script, script: 1 }, /"script" of a guest/],
    [{ ...script, calls: -1 }, /"calls" of a script/],
    [{ ...script, export: "" }, /"export" of a script/],
    [{ ...script, export: 1 }, /"export" of a script/],
    [{ ...script, settings: [] }, /"settings" of a script/],
    [{ ...script, settings: { a: () => 1 } }, /the setting of a script at "\/a"/],
    [{ ...script, clock: Number.NaN }, /"clock" of a guest/]
  ])("is refused with the reason for %j", (implementation, problem) => {
    expect(problems(implementation)).toEqual([expect.stringMatching(problem)])
  })
})
