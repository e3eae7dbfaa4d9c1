import { execFileSync } from "node:child_process"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readPlugin } from "../../src/plugins/readPlugin.ts"
import { manifest, pluginFolders, script, write } from "./openPlugins.ts"

describe("a manifest", () => {
  it("names a file of its folder for each tool", async () => {
    for (const [module, problem] of [
      ["../../x", '"../../x" leads out of the plugin\'s folder'],
      ["a/../../x.mjs", '"a/../../x.mjs" leads out of the plugin\'s folder'],
      ["/etc/passwd", '"/etc/passwd" is not the path of a file in the plugin\'s folder: write it as in "src/tool.mjs"'],
      ["b.mjs", '"b.mjs" does not exist in the plugin\'s folder'],
      ["a", '"a" does not exist in the plugin\'s folder'],
      ["manifest.json", '"manifest.json" cannot run here: a module ends in .js, .mjs, .ts, .mts or .wasm'],
      ["a.py", /^"a\.py" is a Python module, which cannot run here: /],
      ["src.tools.a", /^"src\.tools\.a" is a Python module, which cannot run here: /]
    ] as const)
      expect(await problemsOf({ tools: [script("a", { module })] }), module).toEqual([expect.toSatisfy(is(problem))])
    expect(await problemsOf({ tools: [script("a", { module: "./a.mjs" })] })).toEqual([])
  })

  it("names exactly one way to run a tool", async () => {
    for (const [parts, problem] of [
      [{ module: undefined }, 'a tool of a plugin needs the key "module", or "command"'],
      [{ command: ["ls"] }, 'a tool runs in one way: "module" or "command"'],
      [{ module: undefined, command: ["ls"], function: "a" }, /^"function" is for a "module"/],
      [{ function: "not a name" }, '"not a name" is not the name of an export'],
      [{ module: "a.wasm", function: "a" }, /^"function" is for a script/],
      [{ implementation: { builtin: "shell" } }, /has "module" or "command" in place of "implementation"$/],
      [{ modul: "a.mjs" }, /^unknown key "modul" in a tool; did you mean "module"\?/]
    ] as const)
      expect(await problemsOf({ tools: [script("a", parts)] }), String(problem)).toEqual([
        expect.toSatisfy(is(problem))
      ])
  })

  it("names the plugin's dependencies, which have to be installed already", async () => {
    const installed = { "node_modules/@a/b/package.json": '{ "version": "1.2.3" }' }
    for (const [needed, problem] of [
      ["kuzu", 'plugin "it" needs "kuzu", which is not installed'],
      ["@a/b@^2", 'plugin "it" needs "@a/b@^2", and "1.2.3" is installed'],
      ["cmd:no-such-program", /^plugin "it" needs "cmd:no-such-program", and there is no such program/],
      ["../x", /^"\.\.\/x" is not a dependency/],
      ["a@not a range", /^"a@not a range" is not a dependency/],
      ["cmd:../x", /^"cmd:\.\.\/x" is not a dependency/]
    ] as const)
      expect(await problemsOf({ dependencies: [needed] }, installed)).toEqual([expect.toSatisfy(is(problem))])
    expect(await problemsOf({ dependencies: ["@a/b", "@a/b@^1.2", "cmd:sh"] }, installed)).toEqual([])
  })

  it("is refused with every problem, each with its position", async () => {
    const problems = await problemsOf({
      schema_version: "2.0",
      version: "one",
      settings_schema: { size: { type: "integer", default: "large" } },
      tools: [script("a b", { module: "a.mjs" }), script("a", { module: "../x", risk: "NONE" })]
    })
    expect(problems.map((message) => message.slice(0, 42))).toEqual([
      'unknown version of the format "2.0"; did y',
      '"one" is not a version: write three number',
      expect.stringContaining('"a b"'),
      expect.stringContaining('"../x" leads out'),
      expect.stringContaining('"NONE"'),
      "the default of a setting of the type integ"
    ])
  })

  it("must be plain JSON or YAML", async () => {
    for (const [text, problem] of [
      ["", /^the file is empty/],
      ["[]", /must be a map/],
      ["{", /^this is not YAML/],
      ['{ "name": "a", "name": "b", "version": "1.0.0", "tools": [] }', /"name" .*(?:twice|repeated)|duplicate|again/],
      ["name: &a it\nversion: 1.0.0\ntools: []\n", /anchor/],
      ["name: !!str it\nversion: 1.0.0\ntools: []\n", /tag/],
      [
        '{ "__proto__": { "enabled": true }, "name": "it", "version": "1.0.0", "tools": [] }',
        /unknown key "__proto__"/
      ],
      [
        '{ "name": "it", "version": "1.0.0", "tools": [], "settings_schema": { "__proto__": { "type": "string" } } }',
        /"__proto__" is not the name of a setting/
      ],
      [
        `{ "name": "it", "version": "1.0.0", "tools": [], "description": "${"x".repeat(5_000_000)}" }`,
        /longer than 4 MiB/
      ],
      ['{ "name": "../it", "version": "1.0.0", "tools": [] }', /"\.\.\/it" is not the name of a plugin/]
    ] as const) {
      const { plugins, settings } = pluginFolders()
      write(plugins, { "it/manifest.json": text })
      const { problems, whole } = await readPlugin(join(plugins, "it"), settings)
      expect(problems[0]?.message, text.slice(0, 80)).toMatch(problem)
      expect(whole).toBe(undefined)
    }
  })

  it("must be a regular file of UTF-8 text", async () => {
    const { folder, plugins, settings } = pluginFolders()
    const read = async (name: string) => {
      const { problems } = await readPlugin(join(plugins, name), settings)
      return problems.map(({ source, message }) => `${source.slice(plugins.length + 1)}: ${message}`)
    }
    for (const name of ["none", "folder", "pipe", "link", "bytes", "large"]) mkdirSync(join(plugins, name))
    mkdirSync(join(plugins, "folder", "manifest.json"))
    execFileSync("mkfifo", [join(plugins, "pipe", "manifest.json")])
    write(folder, { "other.json": "{}" })
    symlinkSync("../../other.json", join(plugins, "link", "manifest.json"))
    writeFileSync(join(plugins, "bytes", "manifest.json"), Buffer.from([0x7b, 0xff, 0x7d]))
    writeFileSync(join(plugins, "large", "manifest.json"), Buffer.alloc(11 * 1024 * 1024, 32))
    const noManifest = "there is no such file, and a plugin has a manifest"
    expect(await read("none")).toEqual([`none/manifest.json: ${noManifest}`])
    expect(await read("folder")).toEqual([`folder/manifest.json: ${noManifest}`])
    expect(await read("pipe")).toEqual(["pipe/manifest.json: it is not a regular file"])
    expect(await read("link")).toEqual(["link/manifest.json: it is a link that leads out of the folder"])
    expect(await read("bytes")).toEqual(["bytes/manifest.json: it is not UTF-8 text"])
    expect(await read("large")).toEqual(["large: it has more than 10 MiB of files"])
  })
})

describe("the settings of a plugin", () => {
  it("only narrow its tools", async () => {
    const of = (override: object) =>
      problemsOf({ tools: [script("a", { timeout: "10s" })] }, {}, { tool_overrides: { a: override } })
    for (const key of ["class", "risk", "side_effects", "allowed_callers", "resources", "destructive", "command"])
      expect(await of({ [key]: "x" })).toEqual([
        `"${key}" cannot be overridden: an override may switch a tool off ("enabled"), shorten its "timeout", or change its "description"`
      ])
    expect(await of({ timeout: "11s" })).toEqual([
      'the timeout of "a" may be shortened, and not lengthened from 10000 ms to 11000 ms'
    ])
    expect(await of({ enabled: true, timeout: "9s", description: "Other." })).toEqual([])
    expect(await problemsOf({}, {}, { tool_overrides: { b: {} } })).toEqual([
      expect.stringContaining('unknown tool "b" of the plugin "it"')
    ])
  })

  it("have only the members and types that the plugin declares", async () => {
    const settings_schema = { name: { type: "string", default: "x" }, size: { type: "integer" } }
    const of = (custom_config: object) => problemsOf({ settings_schema }, {}, { custom_config })
    expect(await of({ name: "y", size: 3 })).toEqual([])
    expect(await of({ name: 1 })).toEqual(['the setting "name" must be a string'])
    expect(await of({ size: 1.5 })).toEqual(['the setting "size" must be a whole number'])
    expect(await of({ nam: "y" })).toEqual([expect.stringContaining('unknown setting "nam"')])
  })

  it("are refused if they cannot be read", async () => {
    const { plugins, settings } = pluginFolders()
    write(plugins, { "it/manifest.json": manifest("it", [script("a")]), "it/a.mjs": "" })
    execFileSync("mkfifo", [join(settings, "it.json")])
    const { problems, whole } = await readPlugin(join(plugins, "it"), settings)
    expect([problems, whole]).toEqual([
      [{ plugin: "it", source: join(settings, "it.json"), message: "it is not a regular file" }],
      undefined
    ])
  })
})

/** Returns the problems of a plugin "it" that has the files "a.mjs" and "a.wasm". */
const problemsOf = async (
  parts: { readonly tools?: ReadonlyArray<object> } & Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = {},
  given?: object
): Promise<ReadonlyArray<string>> => {
  const { plugins, settings } = pluginFolders()
  const { tools = [script("a")], ...more } = parts
  write(plugins, {
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`it/${path}`, text])),
    "it/manifest.json": manifest("it", tools, more),
    "it/a.mjs": "export default () => 1",
    "it/a.wasm": ""
  })
  if (given !== undefined) write(settings, { "it.json": given })
  const { problems } = await readPlugin(join(plugins, "it"), settings)
  return problems.map(({ message }) => message)
}

const is = (expected: string | RegExp) => (message: string) =>
  typeof expected === "string" ? message === expected : expected.test(message)
